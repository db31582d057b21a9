import type { FileListing, Limitation, Log, PinnedTarget, SourceFile, SourcePatch } from '../../review/index.js';
import type { ReadBaseTree } from './base-tree.js';
import { type ListedEntries, type ListingParts, listEntries, type Moved } from './list-entries.js';
import { oldPathOf, patchFromContent, patchWithoutContent } from './missing-patch.js';
import { listedPatch, toSourceFile } from './to-source-file.js';
import type { FileEntry } from './vendor-answers.js';

export type ListFilesParts = ListingParts & { readonly readBaseTree: ReadBaseTree; readonly log: Log };

/** List every changed file with its patch, computing those the listing lacks while the acquisitions last. */
export async function listFiles(
  parts: ListFilesParts,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<
  { readonly kind: 'listed'; readonly listing: FileListing } | { readonly kind: 'moved'; readonly movement: Moved }
> {
  const listed = await listEntries(parts, target, signal);
  if (listed.kind === 'moved') return { kind: 'moved', movement: listed };
  const files: SourceFile[] = [];
  let isSpent = listed.isSpent;
  for (const entry of listed.entries) {
    const patch = listedPatch(entry) ?? (await findPatch(parts, entry, target, signal));
    if (patch.kind === 'moved') return { kind: 'moved', movement: patch };
    isSpent ||= patch.kind === 'spent';
    files.push(toSourceFile(withOwnCounts(entry, patch), patch.kind === 'spent' ? { kind: 'missing' } : patch));
  }
  return { kind: 'listed', listing: toListing(listed, files, isSpent) };
}

/**
 * Two whole diffs of one change may differ in how many lines they take out and put back, never in how many the file
 * gained: then the counts of the patch computed here replace those of the diff GitHub kept back.
 */
function withOwnCounts(entry: FileEntry, patch: { readonly kind: string; readonly text?: string }): FileEntry {
  if (patch.text === undefined || listedPatch(entry) !== null) return entry;
  const additions = patch.text.match(/(?:^|\n)\+/g)?.length ?? 0;
  const deletions = patch.text.match(/(?:^|\n)-/g)?.length ?? 0;
  const gained = (entry.additions ?? 0) - (entry.deletions ?? 0);
  return additions - deletions === gained ? { ...entry, additions, deletions } : entry;
}

async function findPatch(
  parts: ListFilesParts,
  entry: FileEntry,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<SourcePatch | Moved | { readonly kind: 'spent' }> {
  const isTreeWanted = oldPathOf(entry) !== null && target.mergeBaseSha !== null;
  const tree = isTreeWanted ? await parts.readBaseTree(target.mergeBaseSha, signal) : NO_TREE;
  const known = patchWithoutContent(entry, tree);
  if (known !== null) return known;
  if (!parts.acquisitions.take()) return { kind: 'spent' };
  const patch = await patchFromContent(parts, entry, target, signal);
  const { movement } = await parts.check.afterAcquisition(target, signal);
  return movement.kind === 'moved' ? movement : patch;
}

const NO_TREE = { entries: new Map(), isWhole: false } as const;

function toListing(listed: ListedEntries, files: readonly SourceFile[], isSpent: boolean): FileListing {
  // A file listed twice, as happens when pages shift, must not stand in for one that is not listed.
  const listedFileCount = new Set(files.map(({ path }) => path)).size;
  const omittedFileCount = Math.max(0, (listed.changedFiles ?? 0) - listedFileCount);
  // A listing that stops at GitHub's own end without a known count may have left out any number of files.
  const isOmitted = omittedFileCount > 0 || (listed.isAtGithubsEnd && listed.changedFiles === null);
  const limitations: Limitation[] = [];
  if (isOmitted) limitations.push('provider_omitted');
  if (isSpent) limitations.push('acquisitions_spent');
  return { files, omittedFileCount, limitations };
}
