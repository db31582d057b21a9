import { canonicalJson } from '../digest.js';
import { PlumblineError } from '../errors.js';
import { MAX_EVIDENCE_FILES } from '../limits.js';
import type { SourceFile } from '../model/changed-file.js';
import { comparePaths, readingRankOf } from './serving-order.js';

/**
 * Refuse what no source may send: a path that is empty, absolute, holds a NUL or has a `..` part (git itself stores no such
 * path, so a wrong one is a fault of the source and nothing about the target can be trusted), and two different entries
 * for one path. The same entry told twice is one entry.
 * @throws PlumblineError `invariant_broken`
 */
export function checkListing(files: readonly SourceFile[]): readonly SourceFile[] {
  const byPath = new Map<string, SourceFile>();
  for (const file of files) {
    checkPath(file.path);
    if (file.previousPath !== null) checkPath(file.previousPath);
    const known = byPath.get(file.path);
    if (known !== undefined && canonicalJson(known) !== canonicalJson(file)) {
      throw new PlumblineError('invariant_broken', {
        what: `${JSON.stringify(file.path)} is listed twice, differently`,
      });
    }
    byPath.set(file.path, file);
  }
  return [...byPath.values()].sort((left, right) => comparePaths(left.path, right.path));
}

/** Keep at most MAX_EVIDENCE_FILES files, those worth reading first (source, tests, the rest; then by path), in path order. */
export function capListing(files: readonly SourceFile[]): readonly SourceFile[] {
  if (files.length <= MAX_EVIDENCE_FILES) return files;
  return [...files]
    .sort((left, right) => readingRankOf(left.path) - readingRankOf(right.path) || comparePaths(left.path, right.path))
    .slice(0, MAX_EVIDENCE_FILES)
    .sort((left, right) => comparePaths(left.path, right.path));
}

function checkPath(path: string): void {
  const isValid = path !== '' && !path.startsWith('/') && !path.includes('\0') && !path.split('/').includes('..');
  if (!isValid)
    throw new PlumblineError('invariant_broken', { what: `the source listed the path ${JSON.stringify(path)}` });
}
