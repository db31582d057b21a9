import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_SETTINGS, readSettings } from '../../../src/review/index.js';
import { fuzzRuns } from '../../support/fuzz.js';

describe('reading the settings', () => {
  it.each([null, '', '  \n', '# only a comment\n', '{}'])('takes the defaults from %j', (text) => {
    expect(readSettings(text)).toEqual({ settings: DEFAULT_SETTINGS, problems: [] });
  });

  it('reads what is set and fills in the rest', () => {
    const { problems, settings } = readSettings('fail_on: high\naccept: [lockfile]\nauto_review:\n  drafts: true\n');
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      ...DEFAULT_SETTINGS,
      fail_on: 'high',
      accept: ['lockfile'],
      auto_review: { ...DEFAULT_SETTINGS.auto_review, drafts: true },
    });
  });

  it('tells a bad value with the line, what was seen and the choices', () => {
    expect(readSettings('mode: standard\n\nfail_on: hihg\n').problems).toEqual([
      'fail_on is "hihg", in .github/plumbline.yml line 3; use one of critical, high, medium, low, info, never',
    ]);
  });

  it('tells an unknown key and the known ones', () => {
    expect(readSettings('auto_review:\n  draft: true\n').problems).toEqual([
      'auto_review.draft is not a setting, in .github/plumbline.yml line 2; known: opened, pushed, drafts, authors, labels, branches',
    ]);
  });

  it.each([
    [
      'at the top',
      'drfats: true\n',
      'drfats is not a setting, in .github/plumbline.yml line 1; known: mode, auto_review,',
    ],
    [
      'two levels down',
      'auto_review:\n  labels:\n    olny:\n      - a\n',
      'auto_review.labels.olny is not a setting, in .github/plumbline.yml line 3; known: skip, only',
    ],
    [
      'in a list',
      'focus:\n  - paths: [a]\n    instructions: b\n    more: c\n',
      'focus.0.more is not a setting, in .github/plumbline.yml line 4; known: paths, instructions',
    ],
    [
      'of a list that should be one',
      'ignore: docs\n',
      'ignore must be a list, like ["docs/**"], not "docs", in .github/plumbline.yml line 1',
    ],
    [
      'of a value in a list',
      'accept:\n  - lockfile\n  - picture\n',
      'accept.1 is "picture", in .github/plumbline.yml line 3; use one of',
    ],
    [
      'of what is missing',
      'focus:\n  - paths: [a]\n',
      'focus.0.instructions must be a text, but is missing, in .github/plumbline.yml line 2',
    ],
    ['of the whole file', '[]\n', 'the file must be a group of keys (mode, auto_review,'],
  ])('tells a mistake %s where it stands', (_where, text, beginning) => {
    const [problem, ...others] = readSettings(text).problems;
    expect(others).toEqual([]);
    expect(problem?.slice(0, beginning.length)).toBe(beginning);
  });

  it.each([
    ['a bare colon', 'fail_on: high\n: 5\n', '(empty key) is not a setting, in .github/plumbline.yml line 2'],
    ['an empty text', '\n\n"": 5\n', '(empty key) is not a setting, in .github/plumbline.yml line 3'],
    ['blanks', '"  ": 5\n', '(empty key) is not a setting, in .github/plumbline.yml line 1'],
    ['a key in a group', 'limits:\n  "": 5\n', 'limits.(empty key) is not a setting, in .github/plumbline.yml line 2'],
  ])('gives a key that is %s a name and its line', (_what, text, words) => {
    expect(readSettings(text).problems).toEqual([expect.stringContaining(words)]);
  });

  it.each([
    ['ignore:\n', 'ignore must be a list, like ["docs/**"], but is empty'],
    ['accept: lockfile\n', 'accept must be a list, like ["lockfile"], not "lockfile"'],
    ['auto_review: {labels: {skip: wip}}\n', 'auto_review.labels.skip must be a list, like ["no review"], not "wip"'],
    [
      'focus: api\n',
      'focus must be a list, like [{ paths: ["src/**"], instructions: "look at the retries" }], not "api"',
    ],
    ['strict_coverage: "yes"\n', 'strict_coverage must be true or false, not "yes"'],
    ['analyzers: {ruff: 1}\n', 'analyzers.ruff must be true or false, not 1'],
    ['check_name: 3\n', 'check_name must be a text, not 3'],
    ['check_name: ""\n', 'check_name must not be empty'],
    ['limits: {requests: many}\n', 'limits.requests must be a whole number, not "many"'],
    ['limits: {requests: 1.5}\n', 'limits.requests must be a whole number, not 1.5'],
    ['limits: {requests: 0}\n', 'limits.requests must be at least 1, not 0'],
    ['limits: 5\n', 'limits must be a group of keys (requests, input_tokens, output_tokens, call_seconds), not 5'],
    ['focus:\n  - {paths: [], instructions: x}\n', 'focus.0.paths must not be empty'],
    ['focus:\n  - api\n', 'focus.0 must be a group of keys (paths, instructions), not "api"'],
    ['ignore: [1]\n', 'ignore.0 must be a text, not 1'],
    ['language: x\n', 'language must have at least 2 characters, not "x"'],
  ])('says in plain words what %j must be', (text, words) => {
    const [problem = ''] = readSettings(text).problems;
    expect(problem.replace(/, in .github.plumbline.yml line \d+$/, '')).toBe(words);
    expect(problem).toMatch(/, in .github.plumbline.yml line \d+$/);
  });

  it('tells every mistake at once and applies none of the file', () => {
    const { problems, settings } = readSettings('fail_on: 3\nignroe: [a]\nstrict_coverage: yes please\n');
    expect(problems).toHaveLength(3);
    expect(settings).toEqual(DEFAULT_SETTINGS);
  });

  it.each([
    ['broken YAML', 'fail_on: [high\n'],
    ['a key twice', 'fail_on: high\nfail_on: low\n'],
    ['a list instead of keys', '- fail_on\n'],
    ['one word', 'high\n'],
    ['a mode that does not exist yet', 'mode: panel\n'],
    ['anchors, which can unfold into gigabytes', 'a: &a [x]\nignore: *a\n'],
    ['anchors that would make valid settings', 'ignore: &a ["x"]\nauto_review: {branches: *a}\n'],
    ['a glob that multiplies beyond reason', `ignore: ["${'{a,b}'.repeat(10)}"]\n`],
    ['a custom tag', 'fail_on: !!js/function "x"\n'],
  ])('refuses %s', (_name, text) => {
    const { problems, settings } = readSettings(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).toContain('.github/plumbline.yml');
    expect(settings).toEqual(DEFAULT_SETTINGS);
  });

  it.each([
    ['lists that never end', `a: ${'['.repeat(20_000)}`, 1],
    ['lists in lists', `ignore: ${'['.repeat(3_000)}${']'.repeat(3_000)}`, 1],
    ['lists line by line', `ignore:\n  ${'- '.repeat(3_000)}x`, 2],
    ['keys in keys', `limits: ${'{a: '.repeat(200)}1${'}'.repeat(200)}`, 1],
  ])('refuses %s with one sentence', (_name, text, line) => {
    expect(readSettings(text)).toEqual({
      settings: DEFAULT_SETTINGS,
      problems: [`nested too deeply, in .github/plumbline.yml line ${line}`],
    });
  });

  it('says nothing beside its result about a key that is a list', () => {
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { problems } = readSettings('? [a]\n: b\n');
    expect([problems.length, warned.mock.calls]).toEqual([1, []]);
    warned.mockRestore();
  });

  it('tells the first mistakes of very many, and counts the rest', () => {
    const { problems } = readSettings(Array.from({ length: 50 }, (_, index) => `key${index}: 1\n`).join(''));
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('and 30 more mistakes in the same file');
  });

  it('never throws, whatever the file holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { problems, settings } = readSettings(text);
        if (problems.length > 0) expect(settings).toEqual(DEFAULT_SETTINGS);
      }),
      fuzzRuns(300),
    );
  });
});
