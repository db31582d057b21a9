import { MAX_QUOTE_CHARS } from '../limits.js';

/** A quote longer than this is found by its beginning: more lines do not make the place any clearer. */
const MAX_QUOTE_LINES = 20;
const FENCE = /^\s*(```|~~~)/;
/** One piece of what stands before the code in a numbered diff: a line number, a column bar, or a diff mark. */
const PREFIX = /^\s*(\d+(?=[\s|│:+-]|$)|[|│:]|[+-])\s?/;
/** Rows of a diff that are no lines of a file. */
const DIFF_ROW = /^\s*(\\ No newline at end of file|(\(continued\) )?@@ -\d.*)\s*$/;

export type QuoteLine = {
  /** Normalised, as it was given. */
  readonly text: string;
  /** The same without line number, bar and diff mark, one reading per piece taken off. */
  readonly peeled: readonly string[];
};

export type Quote = {
  readonly lines: readonly QuoteLine[];
  /** Every marked line bears a `-`: the reviewer quotes deleted code. */
  readonly isMarkedRemoved: boolean;
};

/** Characters without a look of their own: reviewers do not copy them, and an author could hide a line behind them. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Make lines comparable: line ends, indentation, the kind and amount of white space between words, invisible characters and
 * forms of one letter do not count.
 */
export function normaliseLine(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').trim().replace(/\s+/g, ' ');
}

/** Lines of a quoted text, without the fence or the back-ticks around it and without blank lines at its ends. */
export function quotedLines(text: string): readonly string[] {
  const lines = withoutBlankEnds(text.split(/\r\n|\n|\r/));
  const inner = FENCE.test(lines[0] ?? '') ? lines.slice(1) : lines;
  const bare = FENCE.test(inner[inner.length - 1] ?? '') ? inner.slice(0, -1) : inner;
  const only = bare.length === 1 ? /^\s*`([^`]+)`\s*$/.exec(bare[0] ?? '')?.[1] : undefined;
  return only === undefined ? withoutBlankEnds(bare) : withoutBlankEnds([only]);
}

/** Read a reviewer's quote. No lines when there is nothing but white space in it. */
export function readQuote(evidence: string): Quote {
  const given = quotedLines(evidence);
  const code = given.filter((line) => !DIFF_ROW.test(line));
  const whole = code.length > 0 ? code : given;
  // At the length limit the last line is broken off, so it would be found nowhere.
  const lines = evidence.length >= MAX_QUOTE_CHARS && whole.length > 1 ? whole.slice(0, -1) : whole;
  const read = lines.slice(0, MAX_QUOTE_LINES).map(peel);
  const marks = read.flatMap(({ mark }) => (mark === null ? [] : [mark]));
  return {
    lines: read.map(({ line }) => line),
    isMarkedRemoved: marks.length > 0 && marks.every((mark) => mark === '-'),
  };
}

function peel(raw: string): { readonly line: QuoteLine; readonly mark: '+' | '-' | null } {
  const peeled: string[] = [];
  let mark: '+' | '-' | null = null;
  let rest = raw;
  // Number, bar and mark: three pieces at most stand before a line.
  while (peeled.length < 3) {
    const piece = PREFIX.exec(rest);
    if (piece === null) break;
    if (mark === null && (piece[1] === '+' || piece[1] === '-')) mark = piece[1];
    rest = rest.slice(piece[0].length);
    peeled.push(normaliseLine(rest));
  }
  return { line: { text: normaliseLine(raw), peeled }, mark };
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}
