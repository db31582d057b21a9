import type { Patch } from '../../src/review/model/patch.js';

/**
 * The new side of a file: untouched lines of the old one with their ends, the rest from the hunks.
 * Throws when a line of the patch claims another number than the place it has.
 */
export function rebuild(patch: Patch, before: string): string {
  const old = before.split(/(?<=\n)/);
  const built: string[] = [];
  let at = 0;
  for (const hunk of patch.hunks) {
    const start = hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1;
    built.push(...old.slice(at, start));
    for (const { text, newLine, hasNoNewline } of hunk.lines.filter(({ kind }) => kind !== 'removed')) {
      const place = built.push(hasNoNewline ? text : `${text}\n`);
      if (newLine !== place) throw new Error(`line ${place} says it is ${newLine}`);
    }
    at = start + hunk.oldCount;
  }
  return [...built, ...old.slice(at)].join('');
}
