import { describe, expect, it } from '@jest/globals';
import { formatDuration, listSome, shortNumber } from '../../../../src/report/render/count-words.js';
import { counted, formatNumber } from '../../../../src/review/index.js';

describe('numbers in words', () => {
  it.each([
    [999, '999'],
    [18_204, '18,204'],
    [1_000_000, '1,000,000'],
  ])('groups the digits of %i', (value, words) => {
    expect(formatNumber(value)).toBe(words);
  });

  it.each([
    [9_999, '9,999'],
    [19_226, '19k'],
    [2_634_363, '2,634k'],
  ])('shortens %i', (value, words) => {
    expect(shortNumber(value)).toBe(words);
  });

  it.each([
    [41_400, '41 s'],
    [120_000, '2 min'],
    [125_000, '2 min 5 s'],
    [3_780_000, '1 h 3 min'],
    [-5, '0 s'],
  ])('says %i ms as a duration', (durationMs, words) => {
    expect(formatDuration(durationMs)).toBe(words);
  });

  it('has one file and two files', () => {
    expect([counted(1, 'file'), counted(2, 'file'), counted(0, 'entry', 'entries')]).toEqual([
      '1 file',
      '2 files',
      '0 entries',
    ]);
  });

  it('counts what a list leaves out', () => {
    expect(listSome(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  });
});
