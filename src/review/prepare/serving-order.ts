import { readingKindOf } from './classify-path.js';

const RANK = { source: 0, test: 1, other: 2 } as const;

/** Compare paths by code unit: the same on every machine, whatever its language. */
export function comparePaths(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Rank of a file among what is to be read: source, then tests, then documentation, configuration and plain values. */
export function readingRankOf(path: string): number {
  return RANK[readingKindOf(path)];
}

/**
 * Order files for serving: source first, then tests, then the rest; small before large within a kind, so that a giant at
 * the head cannot take the place of many; ties by path. Nothing is left out, tests least of all.
 */
export function orderForServing<T extends { readonly path: string; readonly sizeChars: number }>(
  files: readonly T[],
): readonly T[] {
  return files
    .map((file) => ({ file, rank: readingRankOf(file.path) }))
    .sort(
      (left, right) =>
        left.rank - right.rank ||
        left.file.sizeChars - right.file.sizeChars ||
        comparePaths(left.file.path, right.file.path),
    )
    .map(({ file }) => file);
}
