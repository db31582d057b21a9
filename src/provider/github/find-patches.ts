import type { Log, PinnedTarget, SourcePatch } from '../../review/index.js';
import type { ReadBaseTree } from './base-tree.js';
import type { FilePlace } from './files-query.js';
import { type FoundFile, UNREADABLE } from './found-file.js';
import type { ListingParts, Moved } from './list-entries.js';
import {
  type FoundSides,
  newPathOf,
  oldPathOf,
  patchFromContent,
  patchFromFound,
  patchWithoutContent,
} from './missing-patch.js';
import { readManyFiles } from './read-many-files.js';
import { listedPatch } from './to-source-file.js';
import type { FileEntry } from './vendor-answers.js';

export type FindPatchesParts = ListingParts & { readonly readBaseTree: ReadBaseTree; readonly log: Log };

export type FoundPatches = {
  readonly kind: 'patches';
  /** Of every entry for which something could be found out. */
  readonly patches: ReadonlyMap<FileEntry, SourcePatch>;
  /** Some are missing because nothing more may be acquired. */
  readonly isSpent: boolean;
};

/**
 * Find the patch of every entry: in the listing, from the blobs' names, from both sides of all others read together, and
 * singly for the few that need their bytes looked at.
 */
export async function findPatches(
  parts: FindPatchesParts,
  entries: readonly FileEntry[],
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<FoundPatches | Moved> {
  const patches = new Map<FileEntry, SourcePatch>();
  for (const entry of entries) {
    const patch = listedPatch(entry) ?? (await patchFromNames(parts, entry, target, signal));
    if (patch !== null) patches.set(entry, patch);
  }
  const pending = entries.filter((entry) => !patches.has(entry));
  if (pending.length === 0) return { kind: 'patches', patches, isSpent: false };
  const together = await readSidesTogether(parts, pending, target, signal);
  if (together.kind === 'moved') return together;
  const isGuessTrusted = !entries.some(touchesAttributes);
  for (const entry of pending) {
    const patch = patchFromFound(entry, together.sidesOf(entry), isGuessTrusted);
    if (patch !== null) patches.set(entry, patch);
  }
  const left = pending.filter((entry) => !patches.has(entry));
  const singly = await lookAtEach(parts, left, target, signal);
  if (singly.kind === 'moved') return singly;
  return { ...singly, patches: new Map([...patches, ...singly.patches]) };
}

/** Look at the bytes of files one by one, while the acquisitions last. */
async function lookAtEach(
  parts: FindPatchesParts,
  entries: readonly FileEntry[],
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<FoundPatches | Moved> {
  const patches = new Map<FileEntry, SourcePatch>();
  for (const entry of entries) {
    if (!parts.acquisitions.take()) return { kind: 'patches', patches, isSpent: true };
    patches.set(entry, await patchFromContent(parts, entry, target, signal));
    const { movement } = await parts.check.afterAcquisition(target, signal);
    if (movement.kind === 'moved') return movement;
  }
  return { kind: 'patches', patches, isSpent: false };
}

async function patchFromNames(
  parts: FindPatchesParts,
  entry: FileEntry,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<SourcePatch | null> {
  if (oldPathOf(entry) === null || target.mergeBaseSha === null) return null;
  return patchWithoutContent(entry, await parts.readBaseTree(target.mergeBaseSha, signal));
}

type SidesTogether = { readonly kind: 'sides'; sidesOf(entry: FileEntry): FoundSides };

async function readSidesTogether(
  parts: FindPatchesParts,
  pending: readonly FileEntry[],
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<SidesTogether | Moved> {
  const placeOf = (commitSha: string | null, path: string | null) =>
    commitSha === null || path === null ? null : { commitSha, path };
  const sides = pending.map((entry) => ({
    oldPlace: placeOf(target.mergeBaseSha, oldPathOf(entry)),
    newPlace: placeOf(target.headSha, newPathOf(entry)),
  }));
  const places = sides.flatMap(({ oldPlace, newPlace }) => [oldPlace, newPlace]).filter((place) => place !== null);
  const files = await readManyFiles(parts, places, signal);
  const { movement } = await parts.check.afterAcquisition(target, signal);
  if (movement.kind === 'moved') return movement;
  const found = new Map<FilePlace, FoundFile>(places.map((place, at) => [place, files[at] ?? UNREADABLE]));
  const foundAt = (place: FilePlace | null) => (place === null ? null : (found.get(place) ?? UNREADABLE));
  const byEntry = new Map(pending.map((entry, at) => [entry, sides[at]]));
  return {
    kind: 'sides',
    sidesOf: (entry) => {
      const { oldPlace = null, newPlace = null } = byEntry.get(entry) ?? {};
      return { oldSide: foundAt(oldPlace), newSide: foundAt(newPlace) };
    },
  };
}

/** What a change says of its own files must not decide which of them are read. */
function touchesAttributes({ filename, previous_filename }: FileEntry): boolean {
  return [filename, previous_filename ?? ''].some((path) => /(?:^|\/)\.gitattributes$/i.test(path));
}
