import { addedRangeAt } from './added-range.js';
import type { FileFinding, Span, ToolFinding } from './check.js';

/** A finding that begins above the change still belongs to it when it is about so few lines; longer ones are about a whole body. */
const MAX_REACH_LINES = 8;

/** Keep what is about an added line, at that line. A tool's other places are tried when its first one is not added. */
export function placeOnAddedLines(findings: readonly ToolFinding[], addedLines: readonly Span[]): FileFinding[] {
  return findings.flatMap(({ places, ...finding }) => {
    const place = places.map((span) => startWithin(span, addedLines)).find(isPlace) ?? reachFrom(places, addedLines);
    return place === undefined ? [] : [{ ...finding, startLine: place.start, endLine: place.end }];
  });
}

function startWithin({ start, end }: Span, addedLines: readonly Span[]): Span | undefined {
  const added = addedRangeAt({ start, end: start }, addedLines);
  return added === undefined ? undefined : { start, end: Math.max(start, Math.min(end, added.end)) };
}

function reachFrom(places: readonly Span[], addedLines: readonly Span[]): Span | undefined {
  const [first] = places;
  if (first === undefined || first.end - first.start > MAX_REACH_LINES) return undefined;
  const added = addedRangeAt(first, addedLines);
  return added === undefined ? undefined : { start: added.start, end: Math.min(first.end, added.end) };
}

function isPlace(place: Span | undefined): place is Span {
  return place !== undefined;
}
