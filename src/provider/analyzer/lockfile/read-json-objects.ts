import { type LineIndex, lineIndexOf } from '../line-index.js';

/** Strings, marks, and everything else, in any layout: a change may write its file on one line. A string without an end takes the rest. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],:]|[^\s{}[\],:"]+/gs;
/** Stands for an element of a list, which has no key. */
const NO_KEY = '[]';
/** Of the keys above an object; no reader needs more. */
const KEPT_KEYS = 3;

export type JsonField = { readonly text: string; readonly line: number };

/** An object or list of a JSON text: the keys that lead to it, its lines, and its direct fields as text. */
export type JsonObject = {
  /** The last four at most. */
  readonly keys: readonly string[];
  readonly startLine: number;
  readonly endLine: number;
  readonly fields: ReadonlyMap<string, JsonField>;
};

type Frame = { readonly keys: readonly string[]; readonly startLine: number; readonly fields: Map<string, JsonField> };
type Reading = { readonly open: Frame[]; readonly closed: JsonObject[]; key: string | null; last: JsonField };

/** Read every object with its lines, in the order in which they end. Not recursive, so that no nesting is too deep. */
export function readJsonObjects(text: string): JsonObject[] {
  const lineOf = lineIndexOf(text);
  const reading: Reading = { open: [], closed: [], key: null, last: { text: '', line: 1 } };
  for (const { 0: token, index } of text.matchAll(TOKEN)) take(token, index, reading, lineOf);
  return reading.closed;
}

function take(token: string, index: number, reading: Reading, lineOf: LineIndex): void {
  if (token === '{' || token === '[') openFrame(lineOf(index), reading);
  else if (token === '}' || token === ']') closeFrame(lineOf(index), reading);
  else if (token === ':') reading.key = reading.last.text;
  else if (token === ',') reading.key = null;
  else takeValue({ text: unquoted(token), line: lineOf(index) }, reading);
}

function takeValue(value: JsonField, reading: Reading): void {
  reading.last = value;
  if (reading.key !== null) reading.open.at(-1)?.fields.set(reading.key, value);
}

function openFrame(startLine: number, reading: Reading): void {
  const above = reading.open.at(-1);
  const keys = above === undefined ? [] : [...above.keys.slice(-KEPT_KEYS), reading.key ?? NO_KEY];
  reading.open.push({ keys, startLine, fields: new Map() });
  reading.key = null;
}

function closeFrame(endLine: number, reading: Reading): void {
  const frame = reading.open.pop();
  if (frame !== undefined) reading.closed.push({ ...frame, endLine });
  reading.key = null;
}

function unquoted(token: string): string {
  if (!token.startsWith('"')) return token;
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1, -1);
  }
}
