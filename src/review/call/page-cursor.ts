import { canonicalJson, digestOf } from '../digest.js';

const SEAL_CHARS = 16;

/** Name a page by its place, sealed to one target and one path: under any other it opens nothing. */
export function createCursor(fingerprint: string, path: string, index: number): string {
  return `${index}.${digestOf(canonicalJson([fingerprint, path, index])).slice(0, SEAL_CHARS)}`;
}

/** The page index a cursor stands for; null when it was not made for this target and path. */
export function readCursor(cursor: string, fingerprint: string, path: string): number | null {
  const index = Number.parseInt(cursor, 10);
  if (!Number.isSafeInteger(index) || index < 0) return null;
  return createCursor(fingerprint, path, index) === cursor ? index : null;
}
