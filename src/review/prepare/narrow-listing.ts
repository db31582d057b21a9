import type { SourceFile } from '../model/changed-file.js';

export type NarrowedListing = {
  readonly files: readonly SourceFile[];
  /** Asked-for paths, as they were spelled, that matched no changed file. */
  readonly unmatchedPaths: readonly string[];
};

/**
 * Keep exactly the files named by `paths`: a file by its path or the one it had before, a folder with everything below.
 * Posix paths from the root; a leading `./` and a trailing `/` are tolerated, case matters. No paths: everything stays.
 */
export function narrowListing(files: readonly SourceFile[], paths: readonly string[]): NarrowedListing {
  if (paths.length === 0) return { files, unmatchedPaths: [] };
  const wanted = paths.map((spelled) => ({ spelled, path: normalize(spelled) }));
  return {
    files: files.filter((file) => wanted.some(({ path }) => isNamedBy(file, path))),
    unmatchedPaths: wanted
      .filter(({ path }) => !files.some((file) => isNamedBy(file, path)))
      .map(({ spelled }) => spelled),
  };
}

/** An absolute path stays as it is and matches nothing: `/` must not come to mean everything. */
function normalize(path: string): string {
  return path.startsWith('/') ? path : path.replace(/^(?:\.\/+)+/, '').replace(/(?<!\/)\/+$/, '');
}

function isNamedBy({ path, previousPath }: SourceFile, wanted: string): boolean {
  return isAtOrBelow(path, wanted) || (previousPath !== null && isAtOrBelow(previousPath, wanted));
}

function isAtOrBelow(path: string, wanted: string): boolean {
  return wanted === '.' || wanted === '' || path === wanted || path.startsWith(`${wanted}/`);
}
