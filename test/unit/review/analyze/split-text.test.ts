import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitText } from '../../../../src/review/analyze/split-text.js';

describe('splitText', () => {
  it('leaves a short text alone', () => {
    expect(splitText('a\nb', 10, 2)).toEqual(['a\nb']);
  });

  it('begins each part with the last lines of the one before', () => {
    expect(splitText('11\n22\n33\n44\n55', 9, 1)).toEqual(['11\n22\n33', '33\n44\n55']);
  });

  it('makes a part of a line that is longer than a part', () => {
    expect(splitText(`a\n${'x'.repeat(30)}\nb`, 9, 1)).toEqual(['a', `a\n${'x'.repeat(30)}`, 'b']);
  });

  it('loses no line, and ends, whatever the text', () => {
    const line = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.integer({ min: 4, max: 30 }), (lines, maxChars) => {
        const text = lines.map((each) => each.replaceAll('\n', ' ')).join('\n');
        const parts = splitText(text, maxChars, 2);
        const seen = new Set(parts.flatMap((part) => part.split('\n')));
        for (const each of text.split('\n')) expect(seen).toContain(each);
      }),
    );
  });

  it('keeps a run of lines that is no longer than the overlap whole in some part', () => {
    const lines = Array.from({ length: 200 }, (_none, index) => `line ${index}`);
    const parts = splitText(lines.join('\n'), 300, 5);
    for (let start = 0; start + 5 <= lines.length; start += 1) {
      const run = lines.slice(start, start + 5).join('\n');
      expect(parts.some((part) => part.includes(run))).toBe(true);
    }
  });
});
