import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clip, shorten } from '../../../src/review/clip.js';

const FAMILY = '👨‍👩‍👧‍👦';
const anyText = fc
  .array(fc.constantFrom('a', 'é', '数', '😀', FAMILY, '\n'), { maxLength: 20 })
  .map((units) => units.join(''));

describe('clip', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 3, 'ab'],
    ['ab😀', 4, 'ab😀'],
    ['😀', 1, ''],
    ['abc', 0, ''],
  ])('cuts %j at %i to %j', (text, maxChars, expected) => {
    expect(clip(text, maxChars)).toBe(expected);
  });

  it('never leaves half of a pair behind', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, maxChars) => {
        const cut = clip(text, maxChars);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.startsWith(cut) && cut.length <= maxChars).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, maxChars) - 1);
      }),
    );
  });
});

describe('shorten', () => {
  it('counts UTF-16 units, the mark of the cut included', () => {
    expect(shorten('abcdef', 4)).toBe('abc…');
  });

  it.each([
    ['what fits', 'abc', 3, 'abc'],
    ['space before the cut', 'ab cdef', 4, 'ab…'],
    ['a family', `ab${FAMILY}c`, 12, 'ab…'],
    ['a letter and its mark', 'ae\u0301bc', 3, 'a…'],
  ])('keeps %s whole', (_name, text, maxChars, expected) => {
    expect(shorten(text, maxChars)).toBe(expected);
  });

  it('cuts a pile of marks that nobody reads', () => {
    expect(shorten(`a${'\u0301'.repeat(1_000)}`, 300)).toHaveLength(300);
  });

  it('never exceeds its bound', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, maxChars) => {
        const short = shorten(text, maxChars);
        expect(short.isWellFormed()).toBe(true);
        expect(short.length).toBeLessThanOrEqual(maxChars);
      }),
    );
  });
});
