import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_FILE_CHARS, PAGE_CHARS } from '../../../../src/review/limits.js';
import { cutPages, readPatch } from '../../../../src/review/prepare/index.js';

function addition(start: number, lines: readonly string[]): string {
  return [`@@ -0,0 +${start},${lines.length} @@`, ...lines.map((line) => `+${line}`)].join('\n');
}

function pagesOf(text: string) {
  return cutPages('src/a.ts', [], readPatch(text));
}

describe('cutPages', () => {
  it('Q11: numbers lines of the new side only, so that a removed line cannot be read as one that is there', () => {
    const { pages } = pagesOf('@@ -11,3 +11,3 @@ class A:\n x\n-def f\n+def f(a)\n y');
    expect(pages[0]?.text).toBe(
      ['@@ -11,3 +11,3 @@ class A:', '  11   x', '     - def f', '  12 + def f(a)', '  13   y'].join('\n'),
    );
  });

  it('W04: shows where a side of the file ends without a newline', () => {
    const { pages } = pagesOf('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b');
    expect(pages[0]?.text).toBe('@@ -1 +1 @@\n     - a\n     \\ No newline at end of file\n   1 + b');
  });

  it('shows the text of a line exactly as it is in the file', () => {
    const { pages } = pagesOf('@@ -0,0 +1,2 @@\n+\tx  \r\n+é\u2028\u0000');
    expect(pages[0]?.text).toBe('@@ -0,0 +1,2 @@\n   1 + \tx  \r\n   2 + é\u2028\u0000');
  });

  it('widens the number column for a long file', () => {
    expect(pagesOf('@@ -0,0 +123456 @@\n+a').pages[0]?.text).toBe('@@ -0,0 +123456 @@\n123456 + a');
  });

  it('is one page for a small change', () => {
    expect(pagesOf('@@ -1 +1 @@\n-a\n+b').pages).toMatchObject([{ path: 'src/a.ts', index: 0, count: 1 }]);
  });

  it('cuts between hunks when they fit', () => {
    const hunk = (start: number) =>
      addition(
        start,
        Array.from({ length: 25 }, () => 'x'.repeat(1_000)),
      );
    const { pages, isOverBudget } = pagesOf([hunk(1), hunk(100)].join('\n'));
    expect(pages.map((page) => page.segments.map(({ hunkIndex }) => hunkIndex))).toEqual([[0], [1]]);
    expect(isOverBudget).toBe(false);
  });

  it('H03: cuts a hunk larger than a page between its lines and says that it goes on', () => {
    const { pages } = pagesOf(
      addition(
        1,
        Array.from({ length: 60 }, (_, index) => `${index} ${'x'.repeat(1_000)}`),
      ),
    );
    expect(pages).toHaveLength(2);
    expect(pages[1]?.text.startsWith('(continued) @@ -0,0 +1,60 @@\n  40 + 39 x')).toBe(true);
    expect(pages.flatMap((page) => page.segments.flatMap(({ lines }) => lines))).toHaveLength(60);
  });

  it('T23: tells on the last page how many lines a file over its limit did not get in', () => {
    const { pages, isOverBudget } = pagesOf(
      addition(
        1,
        Array.from({ length: 100 }, () => 'x'.repeat(1_000)),
      ),
    );
    const placed = pages.flatMap((page) => page.segments.flatMap(({ lines }) => lines)).length;
    expect(isOverBudget).toBe(true);
    expect(pages.at(-1)?.text.split('\n').at(-1)).toBe(`[cut: ${100 - placed} more lines of this patch are not shown]`);
  });

  it('T23: tells that the source gave only a part', () => {
    const { pages, isOverBudget } = pagesOf('@@ -1,9 +1,9 @@\n a');
    expect(pages[0]?.text).toContain('[cut: the source gave only a part of this patch]');
    expect(isOverBudget).toBe(false);
  });

  it('shows a line longer than a page cut, with the count of what was left out, and goes on after it', () => {
    const { pages, isOverBudget } = pagesOf(addition(1, ['x'.repeat(90_000), 'y'.repeat(100)]));
    const [line] = pages[0]?.segments[0]?.lines ?? [];
    expect(isOverBudget).toBe(true);
    expect(pages[0]?.text.endsWith(`x[${90_000 - (line?.text.length ?? 0)} more characters not shown]`)).toBe(true);
    expect(pages[1]?.text).toBe(`(continued) @@ -0,0 +1,2 @@\n   2 + ${'y'.repeat(100)}`);
  });

  it('does not cut a character in two', () => {
    const [line] = pagesOf(addition(1, ['😀'.repeat(30_000)])).pages[0]?.segments[0]?.lines ?? [];
    expect(line?.text).toMatch(/^(?:😀)+$/u);
  });

  it('opens the first page with what is told about the file itself', () => {
    const { pages } = cutPages('b.ts', ['renamed from a.ts to b.ts'], readPatch('@@ -1 +1 @@\n-a\n+b'));
    expect(pages[0]?.text.startsWith('renamed from a.ts to b.ts\n@@ -1 +1 @@\n')).toBe(true);
  });

  it('never makes a page or a file longer than its limit, and loses no line it does not tell of', () => {
    const length = fc.constantFrom(0, 1, 80, 5_000, 30_000, 39_900, 50_000);
    const hunks = fc.array(fc.array(length, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(hunks, (lengths) => {
        const text = lengths
          .map((hunk, at) =>
            addition(
              at * 100 + 1,
              hunk.map((size) => 'y'.repeat(size)),
            ),
          )
          .join('\n');
        const { pages, sizeChars, isOverBudget } = pagesOf(text);
        const lines = pages.flatMap((page) => page.segments.flatMap((segment) => segment.lines));
        const whole = readPatch(text).hunks.flatMap((hunk) => hunk.lines);
        expect(Math.max(...pages.map((page) => page.text.length))).toBeLessThanOrEqual(PAGE_CHARS);
        expect(sizeChars).toBeLessThanOrEqual(MAX_FILE_CHARS);
        expect(isOverBudget).toBe(JSON.stringify(lines) !== JSON.stringify(whole));
        expect(lines.map(({ newLine }) => newLine)).toEqual(whole.slice(0, lines.length).map(({ newLine }) => newLine));
      }),
      { numRuns: 60 },
    );
  });
});
