import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byteLength, clipBytes, clipMarkdown } from '../../../../src/report/render/clip-bytes.js';

const FAMILY = '👨‍👩‍👧‍👦';

describe('clipBytes', () => {
  it.each([
    ['at the limit', 10, 'aaaaaaaaaa'],
    ['one byte over it', 9, 'aaaaaa…'],
  ])('counts bytes of UTF-8 %s', (_name, maxBytes, clipped) => {
    expect(clipBytes('aaaaaaaaaa', maxBytes)).toBe(clipped);
  });

  it('P01: brings 40,000 emoji below 65,535 bytes', () => {
    const clipped = clipBytes('😀'.repeat(40_000), 65_535);
    expect(byteLength(clipped)).toBeLessThanOrEqual(65_535);
    expect(byteLength(clipped)).toBeGreaterThan(65_525);
    expect(clipped.isWellFormed()).toBe(true);
  });

  it.each([-1, 0, 1])('P01: never cuts inside a joined emoji, at the limit %i', (offset) => {
    const text = FAMILY.repeat(5);
    const clipped = clipBytes(text, byteLength(FAMILY) * 3 + offset, '');
    expect(clipped).toBe(FAMILY.repeat(offset < 0 ? 2 : 3));
  });

  const LIMIT = 65_535;
  /** As many whole characters as fit, after so many plain letters that exactly `bytes` are filled. */
  const filled = (character: string, bytes: number) => {
    const count = Math.floor(bytes / byteLength(character));
    return 'a'.repeat(bytes - count * byteLength(character)) + character.repeat(count);
  };

  it.each(['😀', '数', FAMILY].flatMap((character) => [-1, 0, 1].map((over) => [character, over] as const)))(
    'P01: cuts a text of %s only when it is over the limit, at limit%i',
    (character, over) => {
      const text = filled(character, LIMIT + over);
      expect(byteLength(text)).toBe(LIMIT + over);
      const dropped = character.repeat(Math.ceil((over + byteLength('…')) / byteLength(character)));
      const cut = `${text.slice(0, -dropped.length)}…`;
      expect(clipBytes(text, LIMIT)).toBe(over > 0 ? cut : text);
    },
  );

  it('keeps a letter and its combining mark together', () => {
    expect(clipBytes('aéb', 2, '')).toBe('a');
  });

  it('never exceeds the limit and always ends between characters', () => {
    const unit = fc.constantFrom('a', 'é', '数', '😀', FAMILY, '⚠️', 'é', '\n');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), fc.integer({ min: 0, max: 120 }), (units, maxBytes) => {
        const clipped = clipBytes(units.join(''), maxBytes, '');
        expect(byteLength(clipped)).toBeLessThanOrEqual(maxBytes);
        const beginnings = units.map((_unit, index) => units.slice(0, index + 1).join(''));
        expect(['', ...beginnings]).toContain(clipped);
      }),
    );
  });

  it('cuts an endless pile of marks rather than keeping none of the text', () => {
    const pile = `a${'\u0301'.repeat(5_000)}`;
    expect(byteLength(clipBytes(pile, 1_000, ''))).toBeGreaterThan(900);
  });
});

describe('clipMarkdown', () => {
  const tail = '*The rest is left out.*';

  it('returns text that fits unchanged', () => {
    expect(clipMarkdown('abc', 3, tail)).toBe('abc');
  });

  it('P01: closes an open fence and open details before it says what was left out', () => {
    const text = `<details><summary>s</summary>\n\n\`\`\`\`ts\n${'code\n'.repeat(100)}\`\`\`\`\n\n</details>`;
    expect(clipMarkdown(text, 120, tail)).toMatch(/code\n.*\n````\n\n<\/details>\n\n\*The rest is left out\.\*$/s);
  });

  it('does not count a fence or details that are closed again', () => {
    const text = `<details>\n\n~~~\nx\n~~~\n\n</details>\n\n${'word '.repeat(100)}`;
    expect(clipMarkdown(text, 100, tail)).toMatch(/<\/details>\n\n(word )+\w*\n\n\*The rest is left out\.\*$/);
  });

  it('never leaves an open code span, whose content would become live', () => {
    const clipped = clipMarkdown(`before \`@octocat ${'x'.repeat(200)}\``, 60, tail);
    expect(clipped).toBe(`before \n\n${tail}`);
  });

  it('drops a half table row', () => {
    const clipped = clipMarkdown(`| a | b |\n|---|---|\n| ${'x'.repeat(200)} | y |`, 80, tail);
    expect(clipped).toBe(`| a | b |\n|---|---|\n\n${tail}`);
  });

  it('never exceeds the limit', () => {
    const piece = fc.constantFrom('```\n', '<details>', '</details>', '`', 'word ', '\n', '😀', '| a |\n', '````\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 0, max: 200 }), (pieces, maxBytes) => {
        expect(byteLength(clipMarkdown(pieces.join(''), maxBytes, tail))).toBeLessThanOrEqual(maxBytes);
      }),
    );
  });
});
