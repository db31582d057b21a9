import type { FileListing, Limitation, PinnedTarget, SourcePatch } from '../../review/index.js';
import { type FindPatchesParts, findPatches } from './find-patches.js';
import { type ListedEntries, listEntries, type Moved } from './list-entries.js';
import { hasNoLineCounts, listedPatch, toSourceFile } from './to-source-file.js';
import type { FileEntry } from './vendor-answers.js';

/** List every changed file with its patch, computing those the listing lacks while the acquisitions last. */
export async function listFiles(
  parts: FindPatchesParts,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<
  { readonly kind: 'listed'; readonly listing: FileListing } | { readonly kind: 'moved'; readonly movement: Moved }
> {
  const listed = await listEntries(parts, target, signal);
  if (listed.kind === 'moved') return { kind: 'moved', movement: listed };
  const found = await findPatches(parts, listed.entries, target, signal);
  if (found.kind === 'moved') return { kind: 'moved', movement: found };
  const files = listed.entries.map((entry) => {
    const patch = found.patches.get(entry) ?? { kind: 'missing' };
    return toSourceFile(withOwnCounts(entry, patch), patch);
  });
  return { kind: 'listed', listing: toListing(listed, files, listed.isSpent || found.isSpent) };
}

/**
 * Two whole diffs of one change may differ in how many lines they take out and put back, never in how many the file
 * gained: then the counts of the patch computed here replace those of the diff GitHub kept back. Where GitHub counted
 * none, it took the file for binary or was told not to compare it.
 */
function withOwnCounts(entry: FileEntry, patch: SourcePatch): FileEntry {
  if (patch.kind !== 'text' || listedPatch(entry) !== null) return entry;
  const additions = patch.text.match(/(?:^|\n)\+/g)?.length ?? 0;
  const deletions = patch.text.match(/(?:^|\n)-/g)?.length ?? 0;
  const gained = (entry.additions ?? 0) - (entry.deletions ?? 0);
  return additions - deletions === gained || hasNoLineCounts(entry) ? { ...entry, additions, deletions } : entry;
}

function toListing(listed: ListedEntries, files: FileListing['files'], isSpent: boolean): FileListing {
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
