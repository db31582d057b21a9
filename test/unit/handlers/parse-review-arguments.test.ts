import { describe, expect, it } from '@jest/globals';
import { parseReviewArguments } from '../../../src/handlers/index.js';
import { PlumblineError } from '../../../src/review/index.js';

describe('the words of plumbline review', () => {
  it.each([
    [[], { kind: 'uncommitted' }],
    [['uncommitted'], { kind: 'uncommitted' }],
    [['base', 'main'], { kind: 'base', branch: 'main' }],
    [['range', 'a..b'], { kind: 'range', from: 'a', to: 'b', symmetric: false }],
    [['range', 'v1.0...topic'], { kind: 'range', from: 'v1.0', to: 'topic', symmetric: true }],
    [['range', 'main..'], { kind: 'range', from: 'main', to: 'HEAD', symmetric: false }],
    [['commit', 'abc123'], { kind: 'commit', sha: 'abc123' }],
    [['pr', 'https://github.com/octo/shop/pull/12'], { kind: 'pull_request', owner: 'octo', repo: 'shop', number: 12 }],
    [
      ['pr', 'https://github.com/octo/shop/pull/12/files#r1'],
      { kind: 'pull_request', owner: 'octo', repo: 'shop', number: 12 },
    ],
  ])('%j names one target', (words, request) => {
    expect(parseReviewArguments(words).request).toEqual(request);
  });

  it('takes a sentence as a focus on the default target', () => {
    expect(parseReviewArguments(['look at the retry logic'])).toMatchObject({
      request: { kind: 'uncommitted' },
      focus: 'look at the retry logic',
    });
  });

  it('takes what follows -- as paths, even when it looks like an option', () => {
    expect(parseReviewArguments(['base', 'main', '--json', '--', 'src/a.ts', '-x'])).toMatchObject({
      paths: ['src/a.ts', '-x'],
      output: 'json',
    });
  });

  it('reads every option', () => {
    const words = ['--mode', 'standard', '--model', 'm', '--preview', '--explain', '--fail-on', 'high', '--repo', '/x'];
    expect(parseReviewArguments(words)).toMatchObject({
      mode: 'standard',
      model: 'm',
      isPreview: true,
      isExplained: true,
      failOn: 'high',
      directory: '/x',
    });
  });

  it.each([
    [['mian']],
    [['base']],
    [['base', 'a', 'b']],
    [['base', 'a b']],
    [['base', '']],
    [['range', 'main']],
    [['range', '..']],
    [['range', 'a....b']],
    [['commit', 'a', 'b']],
    [['uncommitted', 'x']],
    [['pr', 'https://github.com/octo/shop/issues/12']],
    [['pr', 'octo/shop#12']],
    [['pr', 'https://user:secret@github.com/octo/shop/pull/1']],
    [['--nonsense']],
    [['--mode', 'panel']],
    [['--fail-on', 'hihg']],
    [['--fail-on']],
    [['--repo', '']],
    [['--model', ' ']],
    [['--', '../x']],
    [['--', '/etc/passwd']],
  ])('%j is a usage error', (words) => {
    expect(() => parseReviewArguments(words)).toThrow(PlumblineError);
    expect(() => parseReviewArguments(words)).toThrow(expect.objectContaining({ code: 'usage', exitStatus: 2 }));
  });

  it.each([
    ['https://GitHub.com/octo/shop/pull/1', 'github.com'],
    ['https://ghe.example:443/octo/shop/pull/1', 'ghe.example'],
    ['http://127.0.0.1:8080/octo/shop/pull/1', '127.0.0.1:8080'],
    ['https://g\u0456thub.com/octo/shop/pull/1', 'xn--gthub-n2e.com'],
  ])('reads the host of %s as it would be asked', (url, host) => {
    expect(parseReviewArguments(['pr', url]).host).toBe(host);
  });

  it('says the value seen and the choices', () => {
    expect(() => parseReviewArguments(['--fail-on', 'hihg'])).toThrow(
      '--fail-on is "hihg"; use critical, high, medium, low, info, never',
    );
  });
});
