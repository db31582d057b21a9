import { parseLenientJson } from './lenient-json.js';

/** Starts that lead to no object are given up after this many: each costs one walk through the text. */
const MAX_FAILED_STARTS = 200;
const START = /\{\s*["}]/g;

export type FoundObject = { readonly value: Record<string, unknown>; readonly start: number; readonly end: number };

export type FoundObjects = {
  /** In order of appearance; what stands inside a found object is not listed again. */
  readonly objects: readonly FoundObject[];
  /** Index of the last object that was begun and never closed; -1 when every one was closed. */
  readonly lastUnclosed: number;
};

/**
 * Find the JSON objects in a text, whatever stands around them. Of one that is cut or broken its complete inner objects are
 * found instead.
 */
export function findObjects(text: string): FoundObjects {
  const objects: FoundObject[] = [];
  let lastUnclosed = -1;
  let failedStarts = 0;
  let start = nextStart(text, 0);
  while (start !== -1 && failedStarts < MAX_FAILED_STARTS) {
    const end = endOfObject(text, start);
    const value = end === -1 ? undefined : parseLenientJson(text.slice(start, end));
    if (isObject(value)) objects.push({ value, start, end });
    else failedStarts += 1;
    if (end === -1) lastUnclosed = start;
    start = nextStart(text, isObject(value) ? end : start + 1);
  }
  return { objects, lastUnclosed };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nextStart(text: string, from: number): number {
  START.lastIndex = from;
  return START.exec(text)?.index ?? -1;
}

/** Index behind the closing brace; -1 when there is none. Braces inside strings do not count. */
function endOfObject(text: string, start: number): number {
  const marks = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|$)|[{}]/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '{') depth += 1;
    if (mark[0] === '}') depth -= 1;
    if (depth === 0) return marks.lastIndex;
  }
  return -1;
}
