import parseDiff from 'parse-diff';
import type { Hunk, Patch, PatchLine } from '../model/patch.js';

/**
 * Why this file stands between the patch and `parse-diff`: the library reads headers, counts and line numbers well, but it
 *
 * - keeps `\ No newline at end of file` as a row of its own, and throws when that is a hunk's first row;
 * - swallows the next `@@` header as a context line when a hunk was cut short, so that everything after it is misnumbered;
 * - takes the empty string after a final LF for a context line, and a line without any mark too;
 * - does not say that a hunk has fewer or more rows than its counts.
 *
 * Inside a unified diff every row begins with a space, `+`, `-` or `\` (or is empty), so a row that begins with `@@` is
 * always a header. The text is cut there first, markers are taken out, and `parse-diff` reads one clean hunk at a time.
 */
const HUNK_HEADER = /^@@ -\d{1,15}(?:,\d{1,15})? \+\d{1,15}(?:,\d{1,15})? @@/;
/** Only LF ends a row: the `m` flag would also see one begin after a lone CR. */
const ANY_HUNK_HEADER = new RegExp(`(?:^|\\n)${HUNK_HEADER.source.slice(1)}`);

/** A context line that lost its leading space on the way is one of these. */
const BARE_CONTEXT = new Set(['', '\r']);

type Section = {
  readonly header: string;
  readonly rows: string[];
  /** Indexes of rows that end their file without a newline. */
  readonly unended: Set<number>;
  isDamaged: boolean;
};

/** Tell without reading it whether a text holds any hunk at all. */
export function hasHunk(text: string): boolean {
  return ANY_HUNK_HEADER.test(text);
}

/**
 * Read the bare patch of one file: hunks from the first `@@`, LF between lines. Never throws.
 * Whatever is not understood (cut hunks, rows beyond the counts, words that are no diff) is left out and makes `isComplete` false.
 */
export function readPatch(text: string): Patch {
  const { sections, hasStrayText } = cutSections(text.split('\n'));
  const read = sections.map((section, index) => readHunk(section, index === sections.length - 1));
  return {
    hunks: read.map(({ hunk }) => hunk),
    isComplete: !hasStrayText && read.every(({ isComplete }) => isComplete),
  };
}

function cutSections(lines: readonly string[]): {
  readonly sections: readonly Section[];
  readonly hasStrayText: boolean;
} {
  const sections: Section[] = [];
  let current: Section | undefined;
  let hasStrayText = false;
  for (const line of lines) {
    if (line.startsWith('@@') && HUNK_HEADER.test(line)) {
      current = { header: line, rows: [], unended: new Set(), isDamaged: false };
      sections.push(current);
    } else if (current === undefined) {
      hasStrayText ||= line.trim() !== '';
    } else {
      takeRow(current, line);
    }
  }
  return { sections, hasStrayText };
}

function takeRow(section: Section, line: string): void {
  if (section.isDamaged) return;
  const mark = line.charAt(0);
  if (mark === ' ' || mark === '+' || mark === '-' || BARE_CONTEXT.has(line)) section.rows.push(line);
  else if (mark === '\\' && section.rows.length > 0) section.unended.add(section.rows.length - 1);
  else section.isDamaged = true;
}

function readHunk(section: Section, isLast: boolean): { readonly hunk: Hunk; readonly isComplete: boolean } {
  const chunk = parseDiff([section.header, ...section.rows].join('\n'))[0]?.chunks[0];
  if (chunk === undefined) return { hunk: emptyHunk(section.header), isComplete: false };
  const { oldStart, oldLines: oldCount, newStart, newLines: newCount } = chunk;
  const reading = takeLines(chunk, section.unended);
  const fills = reading.oldSeen === oldCount && reading.newSeen === newCount;
  const hasOnlyBlanksLeft = section.rows.slice(reading.lines.length).every((row) => row === '');
  // The empty string after a final LF is a line only when the counts ask for exactly one more.
  if (!fills && isLast && section.rows.length === reading.lines.length && section.rows.at(-1) === '')
    reading.lines.pop();
  const heading = section.header.replace(HUNK_HEADER, '').replace(/^ /, '');
  return {
    hunk: { oldStart, oldCount, newStart, newCount, heading, lines: reading.lines },
    isComplete: fills && hasOnlyBlanksLeft && !section.isDamaged,
  };
}

/** Take rows while they stay inside the header's counts: no line of a hunk ever lies outside its own range. */
function takeLines(chunk: parseDiff.Chunk, unended: ReadonlySet<number>) {
  const lines: PatchLine[] = [];
  let oldSeen = 0;
  let newSeen = 0;
  for (const change of chunk.changes) {
    const isOld = change.type !== 'add';
    const isNew = change.type !== 'del';
    if (oldSeen + Number(isOld) > chunk.oldLines || newSeen + Number(isNew) > chunk.newLines) break;
    lines.push(toPatchLine(change, unended.has(lines.length)));
    oldSeen += Number(isOld);
    newSeen += Number(isNew);
  }
  return { lines, oldSeen, newSeen };
}

function toPatchLine(change: parseDiff.Change, hasNoNewline: boolean): PatchLine {
  const text = BARE_CONTEXT.has(change.content) ? change.content : change.content.slice(1);
  if (change.type === 'add') return { kind: 'added', text, oldLine: null, newLine: change.ln, hasNoNewline };
  if (change.type === 'del') return { kind: 'removed', text, oldLine: change.ln, newLine: null, hasNoNewline };
  return { kind: 'context', text, oldLine: change.ln1, newLine: change.ln2, hasNoNewline };
}

function emptyHunk(heading: string): Hunk {
  return { oldStart: 0, oldCount: 0, newStart: 0, newCount: 0, heading, lines: [] };
}
