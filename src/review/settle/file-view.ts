import type { Page, PatchLine } from '../model/patch.js';
import { normaliseLine } from './read-quote.js';

/** One served line of a file, ready to be compared. */
export type ViewLine = {
  readonly kind: PatchLine['kind'];
  /** As it stands in the file. */
  readonly raw: string;
  readonly text: string;
  readonly newLine: number | null;
  /** Its own right-side line, else the nearest of its hunk; null when its hunk has none. */
  readonly anchorLine: number | null;
  /** Lines with the same number follow each other without a gap inside one hunk. */
  readonly stretch: number;
};

/** One way to read the served lines from top to bottom. */
export type Face = {
  readonly lines: readonly ViewLine[];
  /** Normalised text to the places where it stands, ascending. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** All normalised lines, LF between them, and where each begins. */
  readonly joined: string;
  readonly starts: readonly number[];
};

/** What a reviewer was shown of one file: as it is now, as it was, and both as a diff shows them. */
export type FileView = {
  readonly right: Face;
  readonly left: Face;
  readonly whole: Face;
  /** Normalised rows that are no lines of the file: renames, modes, submodule commits, hunk headers. */
  readonly notes: readonly string[];
};

/** A page's rows of code begin with their number or the blank column of it; only notes begin at the edge. */
const NOTE_ROW = /^[^\s\d]/;

type SeenLine = { readonly line: PatchLine; readonly hunkIndex: number; readonly stretch: number };

/** Index pages by path. A page given twice counts once; a page that is missing in between leaves a gap. */
export function viewPages(pages: readonly Page[]): ReadonlyMap<string, FileView> {
  const byPath = new Map<string, Map<number, Page>>();
  for (const page of pages) {
    const known = byPath.get(page.path) ?? new Map<number, Page>();
    byPath.set(page.path, known.set(page.index, page));
  }
  return new Map([...byPath].map(([path, known]) => [path, viewFile([...known.values()])]));
}

function viewFile(pages: readonly Page[]): FileView {
  const lines = toViewLines(seenLines(pages.toSorted((left, right) => left.index - right.index)));
  return {
    right: toFace(lines.filter((line) => line.kind !== 'removed')),
    left: toFace(lines.filter((line) => line.kind !== 'added')),
    whole: toFace(lines),
    notes: pages.flatMap((page) =>
      page.text
        .split('\n')
        .filter((row) => NOTE_ROW.test(row))
        .map(normaliseLine),
    ),
  };
}

function seenLines(pages: readonly Page[]): readonly SeenLine[] {
  const pieces = pages.flatMap(({ index, segments }) => segments.map((segment) => ({ pageIndex: index, ...segment })));
  let stretch = 0;
  return pieces.flatMap(({ pageIndex, hunkIndex, lines }, at) => {
    const before = pieces[at - 1];
    const goesOn = before !== undefined && before.hunkIndex === hunkIndex && pageIndex - before.pageIndex <= 1;
    if (!goesOn) stretch += 1;
    return lines.map((line) => ({ line, hunkIndex, stretch }));
  });
}

function toViewLines(seen: readonly SeenLine[]): readonly ViewLine[] {
  const above = nearestRight(seen);
  const below = nearestRight(seen.toReversed()).toReversed();
  return seen.map(({ line, stretch }, index) => ({
    kind: line.kind,
    raw: line.text,
    text: normaliseLine(line.text),
    newLine: line.newLine,
    anchorLine: nearer(above[index], below[index]),
    stretch,
  }));
}

type Neighbour = { readonly newLine: number; readonly distance: number } | null;

/** For each line the last right-side line at or before it in the same hunk. */
function nearestRight(seen: readonly SeenLine[]): readonly Neighbour[] {
  const neighbours: Neighbour[] = [];
  let last: { readonly newLine: number; readonly at: number; readonly hunkIndex: number } | null = null;
  for (const [at, { line, hunkIndex }] of seen.entries()) {
    if (line.newLine !== null) last = { newLine: line.newLine, at, hunkIndex };
    neighbours.push(last?.hunkIndex === hunkIndex ? { newLine: last.newLine, distance: at - last.at } : null);
  }
  return neighbours;
}

/** At equal distance the line below: it is what stands there now. */
function nearer(above: Neighbour | undefined, below: Neighbour | undefined): number | null {
  if (!above || !below) return (above ?? below)?.newLine ?? null;
  return below.distance <= above.distance ? below.newLine : above.newLine;
}

function toFace(lines: readonly ViewLine[]): Face {
  const positions = new Map<string, number[]>();
  const starts: number[] = [];
  let offset = 0;
  for (const [position, { text }] of lines.entries()) {
    const known = positions.get(text);
    if (known) known.push(position);
    else positions.set(text, [position]);
    starts.push(offset);
    offset += text.length + 1;
  }
  return { lines, positions, joined: lines.map(({ text }) => text).join('\n'), starts };
}
