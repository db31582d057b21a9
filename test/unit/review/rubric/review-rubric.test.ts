import { describe, expect, it } from '@jest/globals';
import { digestOf } from '../../../../src/review/digest.js';
import { PRIMARY_BRIEF, RUBRIC_VERSION, writeReviewRubric } from '../../../../src/review/rubric/index.js';

const rubric = writeReviewRubric();

describe('writeReviewRubric', () => {
  it('changes its version together with its words', () => {
    expect({ version: RUBRIC_VERSION, digest: digestOf(rubric).slice(0, 12) }).toMatchInlineSnapshot(`
{
  "digest": "f1a9e7b79afb",
  "version": 1,
}
`);
  });

  it('D02: holds no path or quote that a reviewer could echo as a finding', () => {
    expect(`${rubric}\n${PRIMARY_BRIEF}`).not.toMatch(
      /\b[\w-]+\/[\w-]+\.\w+|\b\w+\.(?:ts|js|py|go|java|rb|rs|c|cpp)\b/,
    );
  });

  it.each([
    ['M09: a comment excuses nothing', /comment such as .* excuses nothing/],
    ['Q31: everything is reported in one pass', /all qualifying findings now/],
    ['K04: severity is impact and doubt lowers it', /torn between two, take the lower/],
    [
      'G07: defect classes have an owner',
      /injection,.*races, deadlocks.*leaked.*errors swallowed.*migrations.*tests that cannot fail/,
    ],
    ['finding nothing is a good answer', /Finding nothing is a good answer/],
    ['evidence is an exact quote', /whole lines copied exactly/],
    ['only what the change introduces counts', /The change itself introduces it/],
  ])('says that %s', (_what, words) => {
    expect(rubric.replace(/\s+/g, ' ')).toMatch(words);
  });
});
