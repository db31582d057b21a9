import { type Log, MAX_BLOB_BYTES, type PinnedTarget, PlumblineError, type SourcePatch } from '../../review/index.js';
import type { BaseTree } from './base-tree.js';
import type { FoundFile } from './found-file.js';
import { NO_SIDE, patchFromSides, type Side } from './patch-from-sides.js';
import { type Content, readContent } from './read-content.js';
import type { ReadFromGithub } from './read-from-github.js';
import { hasNoLineCounts, toFileStatus } from './to-source-file.js';
import type { FileEntry } from './vendor-answers.js';

/** Where the old side of an entry stands in the base commit; null when it has none. */
export function oldPathOf(entry: FileEntry): string | null {
  return toFileStatus(entry.status) === 'added' ? null : (entry.previous_filename ?? entry.filename);
}

/** Where the new side of an entry stands in the head commit; null when it has none. */
export function newPathOf(entry: FileEntry): string | null {
  return toFileStatus(entry.status) === 'deleted' ? null : entry.filename;
}

/** Decide without reading any content, from the blobs' names and sizes alone; null when the content has to be looked at. */
export function patchWithoutContent(entry: FileEntry, tree: BaseTree): SourcePatch | null {
  const oldPath = oldPathOf(entry);
  const oldEntry = oldPath === null ? undefined : tree.entries.get(oldPath);
  if (newPathOf(entry) !== null && oldEntry !== undefined && oldEntry.sha === entry.sha) return { kind: 'none' };
  if (oldEntry?.size != null && oldEntry.size > MAX_BLOB_BYTES && !hasNoLineCounts(entry)) {
    return { kind: 'oversized', sizeBytes: oldEntry.size };
  }
  return null;
}

/** The two sides of an entry as one query for many files found them; null for a side that does not exist. */
export type FoundSides = { readonly oldSide: FoundFile | null; readonly newSide: FoundFile | null };

/**
 * Decide from what a query for many files brought; null when the file has to be looked at by itself. That something is
 * binary is GitHub's guess there. It is taken only beside git's own word (no lines were counted), and only while nothing
 * in the change could have told git so.
 */
export function patchFromFound(entry: FileEntry, sides: FoundSides, isGuessTrusted: boolean): SourcePatch | null {
  const [oldSide, newSide] = [toSide(sides.oldSide), toSide(sides.newSide)];
  if (oldSide === null || newSide === null) return null;
  const isGuessed = [sides.oldSide, sides.newSide].some((side) => side?.kind === 'binary' && !side.isProven);
  if (isGuessed && !(isGuessTrusted && hasNoLineCounts(entry))) return null;
  return isListedBlob(entry, { oldBlob: blobOf(sides.oldSide), newBlob: blobOf(sides.newSide) })
    ? patchFromSides(oldSide, newSide)
    : { kind: 'missing' };
}

function toSide(found: FoundFile | null): Side | null {
  if (found === null) return NO_SIDE;
  if (found.kind === 'text') return { kind: 'text', text: found.text };
  return found.kind === 'binary' ? { kind: 'binary' } : null;
}

function blobOf(found: FoundFile | null): string | null {
  return found?.kind === 'text' || found?.kind === 'binary' ? found.blob : null;
}

/**
 * Compute the patch that a listing lacks from the bytes of the two sides: the merge base and the pinned head. Whatever
 * cannot be had is `missing`; a failure never drops the file.
 */
export async function patchFromContent(
  parts: { readonly readFromGithub: ReadFromGithub; readonly log: Log },
  entry: FileEntry,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<SourcePatch> {
  try {
    const newSide = await readSide(parts.readFromGithub, newPathOf(entry), target.headSha, signal);
    // A side that already decides spares the other request.
    if (newSide.kind !== 'text' && newSide.kind !== 'binary') return patchFromSides(NO_SIDE, newSide);
    const oldSide = await readSide(parts.readFromGithub, oldPathOf(entry), target.mergeBaseSha, signal);
    return isListedBlob(entry, { oldBlob: oldSide.blob, newBlob: newSide.blob })
      ? patchFromSides(oldSide, newSide)
      : { kind: 'missing' };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    parts.log.warn({ code: error.code }, 'patch-not-computed');
    return { kind: 'missing' };
  }
}

type ReadSide = Side & { readonly blob: string | null };

async function readSide(
  read: ReadFromGithub,
  path: string | null,
  ref: string | null,
  signal: AbortSignal,
): Promise<ReadSide> {
  if (path === null) return { ...NO_SIDE, blob: null };
  if (ref === null) return { kind: 'missing', blob: null };
  return fromContent(await readContent(read, { path, ref, maxBytes: MAX_BLOB_BYTES }, signal));
}

function fromContent(content: Content): ReadSide {
  switch (content.kind) {
    case 'text':
    case 'binary':
    case 'oversized':
      return { ...content, blob: content.sha };
    default:
      return { kind: 'missing', blob: null };
  }
}

/** GitHub follows a link inside the repository: text of another object is not this file's. */
function isListedBlob(
  entry: FileEntry,
  { oldBlob, newBlob }: { readonly oldBlob: string | null; readonly newBlob: string | null },
): boolean {
  const listed = entry.sha ?? null;
  return listed === null || listed === (newPathOf(entry) === null ? oldBlob : newBlob);
}
