import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PatchLine } from '../../../../src/review/model/patch.js';
import { readPatch } from '../../../../src/review/prepare/index.js';
import { fuzzRuns } from '../../../support/fuzz.js';

const MARKS = { context: ' ', added: '+', removed: '-' } as const;

function shown({ kind, text, oldLine, newLine, hasNoNewline }: PatchLine): string {
  return `${oldLine ?? '.'}/${newLine ?? '.'} ${MARKS[kind]}${text}${hasNoNewline ? ' (no newline)' : ''}`;
}

function linesOf(text: string): string[] {
  return readPatch(text).hunks.flatMap((hunk) => hunk.lines.map(shown));
}

describe('readPatch', () => {
  it.each([
    ['@@ -1 +1 @@\n-a\n+b', [1, 1, 1, 1], ['1/. -a', './1 +b']],
    ['@@ -1,2 +1 @@\n a\n-b', [1, 2, 1, 1], ['1/1  a', '2/. -b']],
    ['@@ -1 +1,2 @@\n a\n+b', [1, 1, 1, 2], ['1/1  a', './2 +b']],
    ['@@ -0,0 +1 @@\n+a', [0, 0, 1, 1], ['./1 +a']],
    ['@@ -0,0 +1,2 @@\n+a\n+b', [0, 0, 1, 2], ['./1 +a', './2 +b']],
    ['@@ -3,2 +2,0 @@\n-a\n-b', [3, 2, 2, 0], ['3/. -a', '4/. -b']],
    ['@@ -1,2 +0,0 @@\n-a\n-b', [1, 2, 0, 0], ['1/. -a', '2/. -b']],
    ['@@ -10,2 +12,3 @@\n a\n+b\n c', [10, 2, 12, 3], ['10/12  a', './13 +b', '11/14  c']],
  ])('D06: reads every form of hunk header, with and without counts: %j', (text, ranges, lines) => {
    const { hunks, isComplete } = readPatch(text);
    const [hunk] = hunks;
    expect([hunk?.oldStart, hunk?.oldCount, hunk?.newStart, hunk?.newCount]).toEqual(ranges);
    expect(linesOf(text)).toEqual(lines);
    expect(isComplete).toBe(true);
  });

  it.each([
    [
      'both sides',
      '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file',
      ['1/. -a (no newline)', './1 +b (no newline)'],
    ],
    ['the old side', '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a', ['1/. -a (no newline)', './1 +a']],
    ['the new side', '@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file', ['1/. -a', './1 +a (no newline)']],
    [
      'a context line',
      '@@ -1,2 +1,2 @@\n-a\n+b\n c\n\\ No newline at end of file',
      ['1/. -a', './1 +b', '2/2  c (no newline)'],
    ],
  ])('D06: counts "No newline at end of file" as a property of the line before it, on %s', (_side, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
    expect(readPatch(text).isComplete).toBe(true);
  });

  it('A05: reads an empty text as no hunks and nothing missing', () => {
    expect(readPatch('')).toEqual({ hunks: [], isComplete: true });
  });

  it('keeps the carriage return of a CRLF file and a lone one inside a line', () => {
    expect(linesOf('@@ -1,2 +1,2 @@\n a\r\n-b\rc\n+d\r')).toEqual(['1/1  a\r', '2/. -b\rc', './2 +d\r']);
  });

  it('reads an empty context line that lost its leading space', () => {
    expect(linesOf('@@ -1,3 +1,3 @@\n a\n\n-b\n+c')).toEqual(['1/1  a', '2/2  ', '3/. -b', './3 +c']);
  });

  it('reads an empty context line of a CRLF file that lost its leading space', () => {
    const text = '@@ -1,3 +1,3 @@\n a\r\n\r\n-b\r\n+c\r';
    expect(linesOf(text)).toEqual(['1/1  a\r', '2/2  \r', '3/. -b\r', './3 +c\r']);
    expect(readPatch(text).isComplete).toBe(true);
  });

  it('reads an empty context line without its space at the very end when the counts ask for it', () => {
    expect(readPatch('@@ -1,2 +1,3 @@\n+a\n b\n').isComplete).toBe(true);
    expect(linesOf('@@ -1,2 +1,3 @@\n+a\n b\n')).toEqual(['./1 +a', '1/2  b', '2/3  ']);
  });

  it('takes a final line feed for the end of the last line', () => {
    expect(linesOf('@@ -1 +1 @@\n-a\n+b\n')).toEqual(['1/. -a', './1 +b']);
    expect(readPatch('@@ -1 +1 @@\n-a\n+b\n').isComplete).toBe(true);
  });

  it('reads content that looks like headers as content', () => {
    const text =
      '@@ -1,4 +1,5 @@\n--- a/x\n+++ b/x\n+@@ -1 +1 @@\n diff --git a/x b/x\n+index 1..2\n @@ -9 +9 @@\n-\\ No newline at end of file';
    expect(linesOf(text)).toEqual([
      '1/. --- a/x',
      './1 +++ b/x',
      './2 +@@ -1 +1 @@',
      '2/3  diff --git a/x b/x',
      './4 +index 1..2',
      '3/5  @@ -9 +9 @@',
      '4/. -\\ No newline at end of file',
    ]);
    expect(readPatch(text).isComplete).toBe(true);
  });

  it('keeps the heading after the second @@ as git printed it', () => {
    expect(readPatch('@@ -1 +1 @@ void f(int a) @@ {\n-a\n+b').hunks[0]?.heading).toBe('void f(int a) @@ {');
  });

  it.each([
    ['the last hunk', '@@ -1,3 +1,3 @@\n a\n-b\n+c'],
    ['the last hunk, with a final line feed', '@@ -1,4 +1,4 @@\n a\n-b\n+c\n'],
    ['a hunk in the middle', '@@ -1,3 +1,3 @@\n a\n-b\n@@ -9 +9 @@\n-x\n+y'],
    ['a hunk without any line', '@@ -1,3 +1,3 @@'],
  ])('T03: says that %s was cut short of its counts', (_where, text) => {
    expect(readPatch(text).isComplete).toBe(false);
  });

  it('reads the hunk after a cut one with its own numbers', () => {
    expect(linesOf('@@ -1,3 +1,3 @@\n a\n-b\n@@ -9 +9 @@\n-x\n+y')).toEqual(['1/1  a', '2/. -b', '9/. -x', './9 +y']);
  });

  it.each([
    ['words', 'this is no diff'],
    ['a combined diff', '@@@ -1,2 -1,2 +1,3 @@@\n++a'],
    ['a marker as the first row', '@@ -1 +1 @@\n\\ No newline at end of file\n-a\n+b'],
    ['a row without a mark', '@@ -1,2 +1,2 @@\n a\nb'],
    ['more rows than counted', '@@ -1 +1 @@\n-a\n-b\n+c'],
    ['numbers beyond reason', '@@ -99999999999999999999 +1 @@\n-a\n+b'],
    ['an inverted range', '@@ -5,-2 +5 @@\n+a'],
    ['a line where the counts have none', '@@ -1 +0,0 @@\n-a\n+x'],
  ])('A05: survives %s and says that the patch is not whole', (_what, text) => {
    expect(readPatch(text).isComplete).toBe(false);
  });

  it('never throws, and every line it gives lies inside its hunk', () => {
    const row = fc.constantFrom(
      '@@ -1 +1 @@',
      '@@ -0,0 +1,2 @@',
      '@@ -3,2 +4 @@ f',
      ' a',
      '+b',
      '-c',
      '',
      '\\ No',
      'x',
      '@@',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(row, { maxLength: 12 }).map((rows) => rows.join('\n')),
    );
    fc.assert(
      fc.property(text, (patch) => {
        for (const hunk of readPatch(patch).hunks) {
          for (const { oldLine, newLine } of hunk.lines) {
            if (oldLine !== null) expect(oldLine).toBeLessThan(hunk.oldStart + hunk.oldCount);
            if (newLine !== null) expect(newLine).toBeLessThan(hunk.newStart + hunk.newCount);
            expect(Math.max(oldLine ?? 0, newLine ?? 0)).toBeGreaterThan(0);
          }
        }
      }),
      fuzzRuns(300),
    );
  });
});
