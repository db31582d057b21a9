import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wrapWords } from '../../src/wrap-words.js';

describe('wrapWords', () => {
  it('breaks between words, and no line begins or ends with a space', () => {
    expect(wrapWords('one two three four five six', 20)).toEqual(['one two three four', 'five six']);
    expect(wrapWords('0123456789 0123456789 x', 21)).toEqual(['0123456789 0123456789', 'x']);
  });

  it('leaves a long word whole, and a line as it is where there is no terminal', () => {
    const address = 'https://api.github.com/repos/octo/shop/pulls/7';
    expect(wrapWords(`see ${address} now`, 20)).toEqual(['see', address, 'now']);
    expect(wrapWords(`see  ${address}`, null)).toEqual([`see  ${address}`]);
  });

  it('loses no word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1 }),
        fc.integer({ min: 20, max: 60 }),
        (words, columns) => {
          const lines = wrapWords(words.join(' '), columns);
          expect(lines.join(' ')).toBe(words.join(' '));
          for (const line of lines)
            expect(line === line.trim() && (line.length <= columns || !line.includes(' '))).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
