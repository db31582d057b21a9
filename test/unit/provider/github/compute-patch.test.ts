import { describe, expect, it } from '@jest/globals';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { computePatch } from '../../../../src/provider/github/compute-patch.js';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `  line ${index + 1}\n`).join('');

describe('computing a patch', () => {
  it.each([
    ['a changed line', 'old\n', 'new\n', '@@ -1 +1 @@\n-old\n+new'],
    ['an added file', '', 'a\nb\n', '@@ -0,0 +1,2 @@\n+a\n+b'],
    ['a deleted file', 'a\nb\n', '', '@@ -1,2 +0,0 @@\n-a\n-b'],
    ['an added file without a newline at the end', '', 'a', '@@ -0,0 +1 @@\n+a\n\\ No newline at end of file'],
    ['an added file of one empty line', '', '\n', '@@ -0,0 +1 @@\n+'],
    ['a newline lost at the end', 'a\nb\n', 'a\nb', '@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file'],
    ['a newline won at the end', 'a\nb', 'a\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b'],
    ['no newline on both sides', 'a\nb', 'c\nb', '@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file'],
    ['CRLF line ends', 'a\r\nb\r\n', 'a\r\nc\r\n', '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r'],
    ['line ends alone', 'a\r\n', 'a\n', '@@ -1 +1 @@\n-a\r\n+a'],
    ['a lone CR inside a line', 'a\rb\n', 'a\rc\n', '@@ -1 +1 @@\n-a\rb\n+a\rc'],
  ])("writes %s in git's form", (_name, oldText, newText, expected) => {
    expect(computePatch(oldText, newText)).toEqual({ kind: 'text', text: expected });
  });

  it('shows three lines of context and the heading above them', () => {
    const before = `function first() {\n${numbered(10)}`;
    const after = before.replace('line 8', 'LINE 8');
    expect(computePatch(before, after)).toEqual({
      kind: 'text',
      text: '@@ -6,6 +6,6 @@ function first() {\n   line 5\n   line 6\n   line 7\n-  line 8\n+  LINE 8\n   line 9\n   line 10',
    });
  });

  it('says that equal texts hold no change', () => {
    expect(computePatch('a\n', 'a\n')).toEqual({ kind: 'none' });
  });

  it('writes an added file of very many lines', () => {
    const patch = computePatch('', 'x\n'.repeat(200_000));
    expect(patch.kind === 'text' && patch.text.startsWith('@@ -0,0 +1,200000 @@\n+x\n')).toBe(true);
  });

  it('gives up on two giants without a line in common', () => {
    const giant = (mark: string) => Array.from({ length: 30_000 }, (_, index) => `${mark}${index}\n`).join('');
    expect(computePatch(giant('a'), giant('b'))).toEqual({ kind: 'oversized', sizeBytes: expect.any(Number) });
  });

  it('turns the old text into the new one, whatever they are', () => {
    const line = fc.constantFrom('a', 'b', '', '}', '-- x', '++ y', '@@ -1 +1 @@', 'é', 'c\r');
    const text = fc.tuple(fc.array(line, { maxLength: 12 }), fc.boolean()).map(([lines, isEnded]) => {
      return lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : '');
    });
    fc.assert(
      fc.property(text, text, (oldText, newText) => {
        const patch = computePatch(oldText, newText);
        if (patch.kind !== 'text') return patch.kind === 'none' && oldText === newText;
        return applyPatch(oldText, `--- a\n+++ b\n${patch.text}\n`, { autoConvertLineEndings: false }) === newText;
      }),
      { numRuns: 200 },
    );
  });
});
