import { PlumblineError } from '../../review/index.js';
import { patchHeader } from './patch-header.js';
import type { PatchSection } from './patch-section.js';
import type { RawEntry } from './read-raw-listing.js';

export type DiffEntry = RawEntry & {
  /** One; two when the kind of the file changed (git writes a deletion and a creation); none when only its time did. */
  readonly sections: readonly PatchSection[];
  /** Its text cannot be given. */
  readonly isUnknown?: boolean;
};

/**
 * Give every listed entry its patch. Both come in the same order, and each patch must also bear the entry's own names.
 * An entry without one is a file in the work tree that was touched but says the same: nothing changed, so it is left out.
 * @throws PlumblineError `git_failed` when a patch belongs to nobody or a commit's entry has none: nothing is dropped
 */
export function matchPatches(entries: readonly RawEntry[], sections: readonly PatchSection[]): readonly DiffEntry[] {
  let at = 0;
  const matched: DiffEntry[] = [];
  for (const entry of entries) {
    const own = takeSections(entry, sections, at);
    at += own.length;
    if (own.length === 0 && isOnlyTouched(entry)) continue;
    if (own.length !== sectionCount(entry)) throw mismatch();
    matched.push({ ...entry, sections: own });
  }
  if (at !== sections.length) throw mismatch();
  return matched;
}

function takeSections(entry: RawEntry, sections: readonly PatchSection[], at: number): readonly PatchSection[] {
  const header = patchHeader(entry.previousPath ?? entry.path, entry.path);
  const own = sections.slice(at, at + sectionCount(entry));
  return own.every((section) => section.header === header) ? own : [];
}

function sectionCount(entry: RawEntry): number {
  return entry.letter === 'T' ? 2 : 1;
}

function isOnlyTouched(entry: RawEntry): boolean {
  return entry.letter === 'M' && entry.oldMode === entry.newMode && /^0+$/.test(entry.newBlob);
}

function mismatch(): PlumblineError {
  return new PlumblineError('git_failed', { command: 'diff', reason: 'its patches do not match its list of files' });
}
