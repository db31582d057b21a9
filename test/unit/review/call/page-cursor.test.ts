import { describe, expect, it } from '@jest/globals';
import { createCursor, readCursor } from '../../../../src/review/call/page-cursor.js';

const cursor = createCursor('target', 'src/a.ts', 3);

describe('a page cursor', () => {
  it.each([0, 1, 12])('opens the page %i it was made for', (index) => {
    expect(readCursor(createCursor('target', 'src/a.ts', index), 'target', 'src/a.ts')).toBe(index);
  });

  it.each([
    ['another target', cursor, 'other', 'src/a.ts'],
    ['another path', cursor, 'target', 'src/b.ts'],
    ['another page', cursor.replace('3.', '4.'), 'target', 'src/a.ts'],
    ['a page before the first', createCursor('target', 'src/a.ts', -1), 'target', 'src/a.ts'],
    ['words', 'next', 'target', 'src/a.ts'],
    ['nothing', '', 'target', 'src/a.ts'],
  ])('opens nothing for %s', (_what, text, fingerprint, path) => {
    expect(readCursor(text, fingerprint, path)).toBeNull();
  });
});
