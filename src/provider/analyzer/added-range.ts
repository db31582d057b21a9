import type { Span } from './check.js';

/** The first of the ascending ranges that shares a line with `span`. A change can have as many ranges as lines. */
export function addedRangeAt({ start, end }: Span, addedLines: readonly Span[]): Span | undefined {
  let low = 0;
  let high = addedLines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((addedLines[middle]?.end ?? start) < start) low = middle + 1;
    else high = middle;
  }
  const range = addedLines[low];
  return range !== undefined && range.start <= end ? range : undefined;
}
