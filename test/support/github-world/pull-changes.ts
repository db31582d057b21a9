import type { FileDiff } from './git-diff.js';
import type { PullSize, PullState, RepositoryState } from './state.js';

export type PullChanges = {
  readonly base: string;
  readonly head: string;
  readonly diffs: readonly FileDiff[];
  readonly commits: number;
};

/** What a pull request changes: from the merge base with its base branch as that stands now, to the head asked for. */
export async function changesOf(
  repository: RepositoryState,
  pull: PullState,
  headSha = pull.headSha,
): Promise<PullChanges> {
  const { git } = repository;
  const tip = git.branchTip(pull.baseRef) ?? pull.baseSha;
  const base = (await git.mergeBase(tip, headSha)) ?? tip;
  const [diffs, commits] = await Promise.all([git.diff(base, headSha), git.log(base, headSha)]);
  return { base, head: headSha, diffs, commits: commits.length };
}

export function sizeOf({ diffs, commits }: PullChanges): PullSize {
  const sum = (of: (diff: FileDiff) => number) => diffs.reduce((total, diff) => total + of(diff), 0);
  return {
    commits,
    additions: sum((diff) => diff.additions),
    deletions: sum((diff) => diff.deletions),
    changedFiles: diffs.length,
  };
}
