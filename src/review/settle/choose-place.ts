import type { Location } from '../model/finding.js';
import type { ViewLine } from './file-view.js';
import type { Hits } from './find-quote.js';

/** The reviewer's line number, when it is one. An inverted range begins at its smaller end. */
export function lineHint(startLine: number | null, endLine: number | null): number | null {
  const lines = [startLine, endLine].filter((line) => line !== null && Number.isInteger(line) && line >= 1);
  return lines.length === 0 ? null : Math.min(...(lines as number[]));
}

/**
 * Choose one of several places where a quote stands; null when nothing tells them apart. The nearest to the
 * reviewer's line wins, else the only one on added lines. The first is never taken merely for being first.
 */
export function chooseStart(hits: Hits, hint: number | null): number | null {
  const near = hint === null ? hits.starts : nearest(hits, hint);
  if (near.length === 1) return near[0] ?? null;
  const added = near.filter((start) => linesAt(hits, start).some((line) => line.kind === 'added'));
  return added.length === 1 ? (added[0] ?? null) : null;
}

/** The quoted lines at one of its places. */
export function linesAt(hits: Hits, start: number): readonly ViewLine[] {
  return hits.face.lines.slice(start, start + hits.length);
}

/** Which of the places with exactly the same lines this is, 0-based: equal text on two lines is two places. */
export function occurrenceOf(hits: Hits, start: number): number {
  const textAt = (place: number, offset: number) => hits.face.lines[place + offset]?.text;
  const isEqual = (place: number) => {
    for (let offset = 0; offset < hits.length; offset += 1) {
      if (textAt(place, offset) !== textAt(start, offset)) return false;
    }
    return true;
  };
  return hits.starts.filter((place) => place < start && isEqual(place)).length;
}

/**
 * Turn quoted lines into a right-side place. They are in one hunk, so the range is too. Deleted code takes the nearest
 * line of its hunk that still exists; null when there is none.
 */
export function toLocation(path: string, lines: readonly ViewLine[]): Location | null {
  const isNearDeletedCode =
    lines.some((line) => line.kind === 'removed') && lines.every((line) => line.kind !== 'added');
  const right = lines.flatMap((line) => (line.newLine === null ? [] : [line.newLine]));
  const startLine = right[0] ?? lines[0]?.anchorLine ?? null;
  if (startLine === null) return null;
  return { path, side: 'right', startLine, endLine: right[right.length - 1] ?? startLine, isNearDeletedCode };
}

function nearest(hits: Hits, hint: number): readonly number[] {
  let shortest = Number.POSITIVE_INFINITY;
  let near: number[] = [];
  for (const start of hits.starts) {
    const line = hits.face.lines[start]?.anchorLine ?? Number.POSITIVE_INFINITY;
    const distance = Math.abs(line - hint);
    if (distance < shortest) near = [];
    shortest = Math.min(shortest, distance);
    if (distance === shortest) near.push(start);
  }
  return near;
}
