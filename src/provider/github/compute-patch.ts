import { type StructuredPatchHunk, structuredPatch } from 'diff';
import { clip, type SourcePatch } from '../../review/index.js';

const CONTEXT_LINES = 3;
/** A rewritten giant is not worth holding the process for: beyond either bound it counts as oversized. */
const MAX_DIFF_MS = 1_000;
const MAX_EDIT_LENGTH = 40_000;
/** git's own bound of the text after the second `@@`. */
const MAX_HEADING_CHARS = 80;

/**
 * Compute the bare patch between two texts, in git's form: hunks from the first `@@`, LF between lines, marks for a
 * missing newline at the end, no newline after the last line. A missing side is the empty text.
 */
export function computePatch(oldText: string, newText: string): SourcePatch {
  if (oldText === newText) return { kind: 'none' };
  // One side alone needs no search, however long it is.
  if (oldText === '') return { kind: 'text', text: wholeFile('+', newText) };
  if (newText === '') return { kind: 'text', text: wholeFile('-', oldText) };
  const patch = structuredPatch('a', 'b', oldText, newText, undefined, undefined, {
    context: CONTEXT_LINES,
    timeout: MAX_DIFF_MS,
    maxEditLength: MAX_EDIT_LENGTH,
  });
  if (patch === undefined) {
    return { kind: 'oversized', sizeBytes: Math.max(Buffer.byteLength(oldText), Buffer.byteLength(newText)) };
  }
  const oldLines = oldText.split('\n');
  return { kind: 'text', text: patch.hunks.map((hunk) => formatHunk(hunk, oldLines)).join('\n') };
}

function wholeFile(mark: '+' | '-', text: string): string {
  const isEnded = text.endsWith('\n');
  const lines = (isEnded ? text.slice(0, -1) : text).split('\n');
  const range = formatRange(1, lines.length);
  const header = mark === '+' ? `@@ -0,0 +${range} @@` : `@@ -${range} +0,0 @@`;
  const marked = lines.map((line) => `${mark}${line}`);
  return [header, ...marked, ...(isEnded ? [] : ['\\ No newline at end of file'])].join('\n');
}

function formatHunk(hunk: StructuredPatchHunk, oldLines: readonly string[]): string {
  const oldRange = formatRange(hunk.oldStart, hunk.oldLines);
  const newRange = formatRange(hunk.newStart, hunk.newLines);
  const heading = headingBefore(hunk.oldStart, oldLines);
  return [`@@ -${oldRange} +${newRange} @@${heading === '' ? '' : ` ${heading}`}`, ...hunk.lines].join('\n');
}

/** A count of one is left out; an empty range names the line before it. */
function formatRange(start: number, count: number): string {
  if (count === 1) return `${start}`;
  return count === 0 ? `${start - 1},0` : `${start},${count}`;
}

/** git shows the nearest line above the hunk that begins like a name. */
function headingBefore(oldStart: number, oldLines: readonly string[]): string {
  for (let index = oldStart - 2; index >= 0; index -= 1) {
    const line = oldLines[index] ?? '';
    if (/^[A-Za-z_$]/.test(line)) return clip(line, MAX_HEADING_CHARS).trimEnd();
  }
  return '';
}
