import type { FileDiff } from '../git-diff.js';
import type { RepositoryState } from '../state.js';
import { repositoryUrl, webRepositoryUrl } from './repository.js';
import { encodePath, type Site } from './site.js';

const STATUS = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
  C: 'copied',
  T: 'changed',
} as const;

/**
 * Changed files as GitHub lists them. Links of a removed file name the base side, all others the head.
 * Patches are left out where GitHub leaves them out: binary, nothing to show, or too large.
 */
export function toDiffEntries(
  site: Site,
  repository: RepositoryState,
  diffs: readonly FileDiff[],
  ends: { readonly base: string; readonly head: string },
): Record<string, unknown>[] {
  const isPatchShown = patchBudget(site);
  return diffs.map((diff) => {
    const isRemoved = diff.letter === 'D';
    const side = isRemoved ? ends.base : ends.head;
    const path = encodePath(diff.path);
    const web = webRepositoryUrl(site, repository);
    return {
      sha: isRemoved ? diff.oldSha : diff.newSha,
      filename: diff.path,
      status: STATUS[diff.letter],
      additions: diff.additions,
      deletions: diff.deletions,
      changes: diff.additions + diff.deletions,
      blob_url: `${web}/blob/${side}/${path}`,
      raw_url: `${web}/raw/${side}/${path}`,
      contents_url: `${repositoryUrl(site, repository)}/contents/${path}?ref=${side}`,
      ...(diff.patch !== null && isPatchShown(diff.patch) ? { patch: diff.patch } : {}),
      ...(diff.previousPath === null ? {} : { previous_filename: diff.previousPath }),
    };
  });
}

function patchBudget(site: Site): (patch: string) => boolean {
  const { limits } = site.state;
  let bytes = 0;
  let lines = 0;
  return (patch) => {
    const ownBytes = Buffer.byteLength(patch);
    const ownLines = countLines(patch);
    if (ownBytes > limits.filePatchBytes || ownLines > limits.filePatchLines) return false;
    bytes += ownBytes;
    lines += ownLines;
    return bytes <= limits.totalPatchBytes && lines <= limits.totalPatchLines;
  };
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
