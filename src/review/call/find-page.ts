import type { Page } from '../model/patch.js';
import type { PreparedTarget } from '../model/prepared-target.js';
import type { DeskError } from './desk-answer.js';
import { nearestPaths } from './nearest-paths.js';
import { readCursor } from './page-cursor.js';

/** Build the answer to "which page is meant?": of a file of this target that is served, by a cursor made for it. */
export function createPageFinder(prepared: PreparedTarget): (path: string, cursor: string | null) => Page | DeskError {
  const { fingerprint, files } = prepared.evidence;
  const byOldName = new Map(files.flatMap((file) => (file.status === 'renamed' ? [[file.previousPath, file]] : [])));
  const byPath = new Map(files.map((file) => [file.path, file]));
  return (path, cursor) => {
    // The exact path first: a moved file's old name may be another file's name now.
    const file = byPath.get(path) ?? byOldName.get(path);
    if (file === undefined) {
      const nearest = nearestPaths(path, [...byPath.keys()]);
      return { kind: 'error', code: 'path_not_in_target', path, nearest };
    }
    if (file.exclusion !== null) {
      return { kind: 'error', code: 'file_excluded', path: file.path, reason: file.exclusion.reason };
    }
    const index = cursor === null ? 0 : readCursor(cursor, fingerprint, file.path);
    const page = index === null ? undefined : prepared.pagesOf(file.path)[index];
    return page ?? { kind: 'error', code: 'cursor_refused', path: file.path };
  };
}
