import { clip } from '../clip.js';
import type { Hunk, Patch, PatchLine } from '../model/patch.js';

const MARKS = { context: ' ', added: '+', removed: '-' } as const;
const MIN_NUMBER_WIDTH = 4;
/** git prints at most 80 bytes of a heading; only a made-up one is longer. */
const MAX_HEADING_CHARS = 400;

/** How wide the column of new-side numbers of a patch is: equal on all its pages, at least four digits. */
export function numberWidthOf(patch: Patch): number {
  const last = patch.hunks.at(-1);
  const largest = last === undefined ? 0 : last.newStart + last.newCount;
  return Math.max(MIN_NUMBER_WIDTH, String(largest).length);
}

/** Render a hunk's header as git prints it; on a later page of the same hunk it says so. */
export function renderHeader(hunk: Hunk, isContinued: boolean): string {
  const ranges = `@@ -${showRange(hunk.oldStart, hunk.oldCount)} +${showRange(hunk.newStart, hunk.newCount)} @@`;
  const heading = hunk.heading === '' ? '' : ` ${clip(hunk.heading, MAX_HEADING_CHARS)}`;
  return `${isContinued ? '(continued) ' : ''}${ranges}${heading}`;
}

function showRange(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`;
}

/** What stands before a line's own text: its new-side number (none for a removed line), a space, its mark, a space. */
export function renderPrefix(line: PatchLine, numberWidth: number): string {
  return `${String(line.newLine ?? '').padStart(numberWidth)} ${MARKS[line.kind]} `;
}

/** The row that follows a line which ends its side of the file without a newline. Its mark is `\`, which no line has. */
export function renderNoNewline(numberWidth: number): string {
  return `${' '.repeat(numberWidth)} \\ No newline at end of file`;
}
