import { type Log, MAX_BLOB_BYTES, type PinnedTarget, PlumblineError, type SourcePatch } from '../../review/index.js';
import type { BaseTree } from './base-tree.js';
import { computePatch } from './compute-patch.js';
import { type Content, readContent } from './read-content.js';
import type { ReadFromGithub } from './read-from-github.js';
import { hasNoLineCounts, toFileStatus } from './to-source-file.js';
import type { FileEntry } from './vendor-answers.js';

/** Names that are binary whenever git counts no lines in them; saves a request for every picture. */
const BINARY_NAME =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|jar|war|class|so|dylib|dll|exe|wasm|woff2?|ttf|otf|eot|mp[34]|mov|webm|ogg|wav|psd|sqlite|bin)$/i;

/** Where the old side of an entry stands in the base commit; null when it has none. */
export function oldPathOf(entry: FileEntry): string | null {
  return toFileStatus(entry.status) === 'added' ? null : (entry.previous_filename ?? entry.filename);
}

/** Decide without reading any content, from the names of the blobs alone; null when the content has to be looked at. */
export function patchWithoutContent(entry: FileEntry, tree: BaseTree): SourcePatch | null {
  const oldPath = oldPathOf(entry);
  const oldEntry = oldPath === null ? undefined : tree.entries.get(oldPath);
  const isDeleted = toFileStatus(entry.status) === 'deleted';
  if (!isDeleted && oldEntry !== undefined && oldEntry.sha === entry.sha) return { kind: 'none' };
  if (oldEntry?.size != null && oldEntry.size > MAX_BLOB_BYTES && !hasNoLineCounts(entry)) {
    return { kind: 'oversized', sizeBytes: oldEntry.size };
  }
  return hasNoLineCounts(entry) && BINARY_NAME.test(entry.filename) ? { kind: 'binary' } : null;
}

/**
 * Compute the patch that a listing lacks from the two sides: the merge base and the pinned head. Whatever cannot be had
 * is `missing`; a failure never drops the file.
 */
export async function patchFromContent(
  parts: { readonly readFromGithub: ReadFromGithub; readonly log: Log },
  entry: FileEntry,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<SourcePatch> {
  try {
    const oldPath = oldPathOf(entry);
    const newPath = toFileStatus(entry.status) === 'deleted' ? null : entry.filename;
    const newSide = await readSide(parts.readFromGithub, newPath, target.headSha, signal);
    // A side that already decides spares the other request.
    if (newSide.kind !== 'text') return fromSides(entry, newSide, newSide);
    return fromSides(entry, await readSide(parts.readFromGithub, oldPath, target.mergeBaseSha, signal), newSide);
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    parts.log.warn({ code: error.code }, 'patch-not-computed');
    return { kind: 'missing' };
  }
}

const NO_SIDE = { kind: 'text', text: '', sha: null } as const satisfies Content;

async function readSide(
  read: ReadFromGithub,
  path: string | null,
  ref: string | null,
  signal: AbortSignal,
): Promise<Content> {
  if (path === null) return NO_SIDE;
  return ref === null ? { kind: 'absent' } : readContent(read, { path, ref, maxBytes: MAX_BLOB_BYTES }, signal);
}

function fromSides(entry: FileEntry, oldSide: Content, newSide: Content): SourcePatch {
  const sides = [oldSide, newSide];
  if (sides.some((side) => side.kind === 'absent' || side.kind === 'unreadable')) return { kind: 'missing' };
  if (sides.some((side) => side.kind === 'binary')) return { kind: 'binary' };
  const oversized = sides.find((side) => side.kind === 'oversized');
  if (oversized !== undefined) return { kind: 'oversized', sizeBytes: oversized.sizeBytes };
  if (oldSide.kind !== 'text' || newSide.kind !== 'text') return { kind: 'missing' };
  return isListedBlob(entry, oldSide, newSide) ? computePatch(oldSide.text, newSide.text) : { kind: 'missing' };
}

/** GitHub follows a link inside the repository: text of another object is not this file's. */
function isListedBlob(
  entry: FileEntry,
  oldSide: Content & { sha: string | null },
  newSide: Content & { sha: string | null },
) {
  const listed = entry.sha ?? null;
  const read = toFileStatus(entry.status) === 'deleted' ? oldSide.sha : newSide.sha;
  return listed === null || read === listed;
}
