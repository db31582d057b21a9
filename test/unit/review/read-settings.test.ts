import { describe, expect, it } from '@jest/globals';
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
    ['a glob that multiplies beyond reason', `ignore: ["${'{a,b}'.repeat(10)}"]\n`],
    ['a custom tag', 'fail_on: !!js/function "x"\n'],
  ])('refuses %s', (_name, text) => {
    const { problems, settings } = readSettings(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).toContain('.github/plumbline.yml');
    expect(settings).toEqual(DEFAULT_SETTINGS);
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
