import { type FileStatus, MAX_PATCH_BYTES, type SourceFile, type SourcePatch } from '../../review/index.js';
import type { FileEntry } from './vendor-answers.js';

const STATUSES: Readonly<Record<string, FileStatus>> = {
  added: 'added',
  removed: 'deleted',
  modified: 'modified',
  renamed: 'renamed',
  copied: 'copied',
  changed: 'type_changed',
  unchanged: 'modified',
};

/** git's names of the empty blob, in SHA-1 and SHA-256 repositories. */
const EMPTY_BLOBS: ReadonlySet<string> = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);

const SUBMODULE_LINE = /^([+-])Subproject commit ([0-9a-f]{40,64})(?:-dirty)?$/;

/** A listed file as the core knows it. What GitHub leaves out (modes, the old blob of a change) stays null. */
export function toSourceFile(entry: FileEntry, patch: SourcePatch): SourceFile {
  const status = toFileStatus(entry.status);
  const blob = entry.sha ?? null;
  return {
    path: entry.filename,
    previousPath: entry.previous_filename ?? null,
    status,
    oldMode: null,
    newMode: null,
    oldBlob: status === 'deleted' ? blob : null,
    newBlob: status === 'deleted' ? null : blob,
    additions: entry.additions ?? 0,
    deletions: entry.deletions ?? 0,
    patch,
    isConflicted: false,
    isPathEscaped: false,
  };
}

/** A word GitHub adds one day is at least a modification. */
export function toFileStatus(status: string): FileStatus {
  return STATUSES[status] ?? 'modified';
}

/** What the listing itself says of a file's patch; null when it says nothing and the blobs have to be asked. */
export function listedPatch(entry: FileEntry): SourcePatch | null {
  const text = entry.patch ?? '';
  if (text === '') return isEmptyFile(entry) ? { kind: 'none' } : null;
  const sizeBytes = Buffer.byteLength(text);
  if (sizeBytes > MAX_PATCH_BYTES) return { kind: 'oversized', sizeBytes };
  return submodulePatch(entry, text) ?? { kind: 'text', text };
}

/** Whether the counts say that no line changed: a rename, a mode, a binary, or text that attributes hide from diffs. */
export function hasNoLineCounts(entry: FileEntry): boolean {
  return (entry.additions ?? 0) + (entry.deletions ?? 0) === 0;
}

function isEmptyFile(entry: FileEntry): boolean {
  const isWholeFile = entry.status === 'added' || entry.status === 'removed';
  return isWholeFile && EMPTY_BLOBS.has(entry.sha ?? '');
}

/** A text file may hold these words too: only an entry whose object is the very commit is a submodule. */
function submodulePatch(entry: FileEntry, text: string): SourcePatch | null {
  const [header, ...lines] = text.split('\n');
  const matches = lines.map((line) => SUBMODULE_LINE.exec(line));
  if (!header?.startsWith('@@') || lines.length > 2 || !matches.every((match) => match !== null)) return null;
  const commitOn = (mark: string) => matches.find((match) => match[1] === mark)?.[2] ?? null;
  const [oldCommit, newCommit] = [commitOn('-'), commitOn('+')];
  const named = toFileStatus(entry.status) === 'deleted' ? oldCommit : newCommit;
  return entry.sha == null || entry.sha === named ? { kind: 'submodule', oldCommit, newCommit } : null;
}
