import type { Face, FileView } from './file-view.js';
import type { Quote, QuoteLine } from './read-quote.js';

/** Part of a line is a quote only with this many characters in it; a shorter one stands everywhere by chance. */
const MIN_PART_CHARS = 8;

/** Every place in one face where a quote stands: `starts` are positions in `face.lines`, ascending, at least one. */
export type Hits = { readonly face: Face; readonly starts: readonly number[]; readonly length: number };

export type QuoteFinder = (view: FileView, quote: Quote) => Hits | null;

/** Look each different quote up once: reviewers repeat themselves, and a bracket stands in thousands of places. */
export function createQuoteFinder(): QuoteFinder {
  const known = new Map<FileView, Map<string, Hits | null>>();
  return (view, quote) => {
    const ofView = known.get(view) ?? new Map<string, Hits | null>();
    known.set(view, ofView);
    const key = JSON.stringify(quote);
    const hits = ofView.has(key) ? (ofView.get(key) ?? null) : findQuote(view, quote);
    ofView.set(key, hits);
    return hits;
  };
}

type Search = (face: Face) => readonly number[];

/**
 * Look a quote up in what was served of a file; null when it stands nowhere. Whole lines come before parts of a
 * line, the quote as given before the quote without diff marks, the code as it is now before the code as it was.
 */
export function findQuote(view: FileView, quote: Quote): Hits | null {
  const asGiven = quote.lines.map((line) => [line.text]);
  const peeled = quote.lines.map((line) => [line.text, ...line.peeled]);
  return (
    firstHits(view, false, asGiven.length, (face) => findLines(face, asGiven)) ??
    firstHits(view, quote.isMarkedRemoved, peeled.length, (face) => findLines(face, peeled)) ??
    findPart(view, quote)
  );
}

/** Whether the quote speaks of what a page says about the file itself: a rename, a mode, a submodule commit. Such a place has no line. */
export function isInNotes(view: FileView, quote: Quote): boolean {
  return quote.lines.every(({ text, peeled }) => {
    const readings = [text, ...peeled];
    return view.notes.some((note) =>
      readings.some((part) => note === part || (isLongEnough(part) && note.includes(part))),
    );
  });
}

/** Positions in a face where exactly these lines stand, one after the other inside one stretch. */
function findLines(face: Face, lines: readonly (readonly string[])[]): readonly number[] {
  const places = lines.map((readings) => placesOf(face, readings));
  const rarest = places.reduce((best, place, index) => (place.length < (places[best]?.length ?? 0) ? index : best), 0);
  if (lines.length === 1) return places[0] ?? [];
  return (places[rarest] ?? []).map((place) => place - rarest).filter((start) => standsAt(face, start, lines));
}

function firstHits(view: FileView, isMarkedRemoved: boolean, length: number, search: Search): Hits | null {
  const removed = { face: view.left, keep: (start: number) => hasRemoved(view.left, start, length) };
  const others = [view.right, view.whole, view.left].map((face) => ({ face, keep: null }));
  for (const { face, keep } of isMarkedRemoved ? [removed, ...others] : others) {
    const found = search(face);
    const starts = keep === null ? found : found.filter(keep);
    if (starts.length > 0) return { face, starts, length };
  }
  return null;
}

function findPart(view: FileView, quote: Quote): Hits | null {
  const [only, ...more] = quote.lines;
  if (only === undefined || more.length > 0) return null;
  const parts = partsOf(only);
  return (
    parts.map((part) => firstHits(view, quote.isMarkedRemoved, 1, (face) => findInside(face, part))).find(Boolean) ??
    null
  );
}

function partsOf(line: QuoteLine): readonly string[] {
  return [line.text, ...line.peeled].filter(isLongEnough);
}

function isLongEnough(part: string): boolean {
  return part.replaceAll(' ', '').length >= MIN_PART_CHARS;
}

function findInside(face: Face, part: string): readonly number[] {
  const found: number[] = [];
  let at = face.joined.indexOf(part);
  while (at !== -1) {
    const position = lineAt(face.starts, at);
    found.push(position);
    const next = face.starts[position + 1];
    at = next === undefined ? -1 : face.joined.indexOf(part, next);
  }
  return found;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function placesOf(face: Face, readings: readonly string[]): readonly number[] {
  const places = [...new Set(readings)].map((reading) => face.positions.get(reading) ?? []);
  const [first = [], ...others] = places.filter((list) => list.length > 0);
  return others.length === 0 ? first : [first, ...others].flat().sort((left, right) => left - right);
}

function standsAt(face: Face, start: number, lines: readonly (readonly string[])[]): boolean {
  const first = face.lines[start];
  const last = face.lines[start + lines.length - 1];
  if (first === undefined || first.stretch !== last?.stretch) return false;
  return lines.every((readings, index) => readings.includes(face.lines[start + index]?.text ?? ''));
}

function hasRemoved(face: Face, start: number, length: number): boolean {
  return face.lines.slice(start, start + length).some((line) => line.kind === 'removed');
}
