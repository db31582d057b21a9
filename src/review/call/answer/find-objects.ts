import { parseLenientJson } from './lenient-json.js';

/** Starts that lead to no object are given up after this many: each costs one walk through the text. */
const MAX_FAILED_STARTS = 200;
const START = /\{\s*["}]/g;

export type FoundObjects = {
  /** Objects in order of appearance; what stands inside another found object is not listed again. */
  readonly objects: readonly Record<string, unknown>[];
  /** An object was begun behind the last one found and never closed: the text was cut. */
  readonly isCutAtEnd: boolean;
  /** An object was begun and never closed, or closed and not readable. */
  readonly hasBroken: boolean;
};

/**
 * Find the JSON objects in a text, whatever stands around them. Of one that is cut or broken its complete inner objects are
 * found instead.
 */
export function findObjects(text: string): FoundObjects {
  const objects: Record<string, unknown>[] = [];
  let lastEnd = 0;
  let lastUnclosed = -1;
  let failedStarts = 0;
  for (let start = nextStart(text, 0); start !== -1 && failedStarts < MAX_FAILED_STARTS; ) {
    const end = endOfObject(text, start);
    const value = end === -1 ? undefined : parseLenientJson(text.slice(start, end));
    if (isObject(value)) {
      objects.push(value);
      lastEnd = end;
    } else {
      failedStarts += 1;
      if (end === -1) lastUnclosed = start;
    }
    start = nextStart(text, isObject(value) ? end : start + 1);
  }
  return { objects, isCutAtEnd: lastUnclosed >= lastEnd, hasBroken: failedStarts > 0 };
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
  const marks = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|[{}]/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '{') depth += 1;
    if (mark[0] === '}') depth -= 1;
    if (depth === 0) return marks.lastIndex;
  }
  return -1;
}
