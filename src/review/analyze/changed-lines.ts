import type { PatchLine } from '../model/patch.js';
import type { HeadFile } from '../ports/index.js';
import { readPatch } from '../prepare/index.js';

/** The right-side lines a patch adds, as ranges: 1-based, both ends included, ascending. */
export function addedLinesOf(patch: string): HeadFile['addedLines'] {
  const added = readPatch(patch)
    .hunks.flatMap(({ lines }) => lines)
    .flatMap(({ kind, newLine }) => (kind === 'added' && newLine !== null ? [newLine] : []));
  const ranges: { start: number; end: number }[] = [];
  for (const line of added) {
    const last = ranges.at(-1);
    if (last?.end === line - 1) last.end = line;
    else ranges.push({ start: line, end: line });
  }
  return ranges;
}

/** The lines a patch removes, joined by LF. */
export function removedTextOf(patch: string): string {
  return linesOf(patch, (line) => line.kind === 'removed');
}

/** What a patch shows of the new side: added lines and those around them, joined by LF. */
export function newTextOf(patch: string): string {
  return linesOf(patch, (line) => line.kind !== 'removed');
}

function linesOf(patch: string, isMeant: (line: PatchLine) => boolean): string {
  const lines = readPatch(patch).hunks.flatMap((hunk) => hunk.lines);
  return lines
    .filter(isMeant)
    .map(({ text }) => text)
    .join('\n');
}
