import type { FileStatus, SourceFile, SourcePatch } from '../../review/index.js';
import { decodePath } from './decode-path.js';
import type { DiffEntry } from './match-patches.js';

const STATUSES: Readonly<Record<string, FileStatus>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type_changed',
};
const SUBMODULE_MODE = '160000';
const NEW_COMMIT = /^\+Subproject commit ([0-9a-f]+)/m;

/** Convert one entry of a diff. */
export function toSourceFile(entry: DiffEntry): SourceFile {
  const { path, isPathEscaped } = decodePath(entry.path);
  const previous = entry.previousPath === null ? null : decodePath(entry.previousPath);
  const isBinary = entry.sections.some((section) => section.isBinary);
  const count = (side: 'additions' | 'deletions') =>
    isBinary ? 0 : entry.sections.reduce((sum, section) => sum + section[side], 0);
  return {
    path,
    previousPath: previous?.path ?? null,
    status: STATUSES[entry.letter] ?? 'modified',
    oldMode: presentMode(entry.oldMode),
    newMode: presentMode(entry.newMode),
    oldBlob: presentBlob(entry.oldBlob),
    newBlob: newBlobOf(entry),
    additions: count('additions'),
    deletions: count('deletions'),
    patch: toPatch(entry),
    isConflicted: false,
    isPathEscaped: isPathEscaped || previous?.isPathEscaped === true,
  };
}

function toPatch(entry: DiffEntry): SourcePatch {
  if (isSubmodule(entry)) return toSubmodule(entry);
  const { sections, isUnknown = false } = entry;
  if (isUnknown) return { kind: 'missing' };
  if (sections.some((section) => section.isBinary)) return { kind: 'binary' };
  const sizeBytes = sections.reduce((sum, section) => sum + section.sizeBytes, 0);
  if (sizeBytes === 0) return { kind: 'none' };
  const texts = sections.filter((section) => section.sizeBytes > 0).map((section) => section.text);
  if (texts.includes(null)) return { kind: 'oversized', sizeBytes };
  return { kind: 'text', text: texts.join('\n') };
}

/** A file that became a submodule, or the other way round, has text of its own to be read. */
function isSubmodule(entry: DiffEntry): boolean {
  const modes = [entry.oldMode, entry.newMode].filter((mode) => presentMode(mode) !== null);
  return modes.every((mode) => mode === SUBMODULE_MODE);
}

function toSubmodule(entry: DiffEntry): SourcePatch {
  // In a work tree the listing has no new commit yet; the patch has.
  const told = NEW_COMMIT.exec(entry.sections[0]?.text ?? '')?.[1] ?? null;
  return {
    kind: 'submodule',
    oldCommit: presentBlob(entry.oldBlob),
    newCommit: presentBlob(entry.newBlob) ?? told,
  };
}

/** The listing of a work tree has zeros where the patch below it names the content. */
function newBlobOf(entry: DiffEntry): string | null {
  if (presentMode(entry.newMode) === null) return null;
  const hashed = entry.sections.at(-1)?.blobs?.new ?? null;
  return presentBlob(entry.newBlob) ?? (hashed === null ? presentBlob(entry.oldBlob) : presentBlob(hashed));
}

function presentMode(mode: string): string | null {
  return /^0+$/.test(mode) ? null : mode;
}

function presentBlob(blob: string): string | null {
  return /^0+$/.test(blob) ? null : blob;
}
