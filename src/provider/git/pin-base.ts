import { counted, type PinnedTarget } from '../../review/index.js';
import { findMergeBase } from './merge-base.js';
import { checkRevision, findCommit, resolveCommit } from './resolve-revision.js';
import type { Git } from './run-git.js';

type BaseEnds = Pick<PinnedTarget, 'label' | 'baseRef' | 'baseSha' | 'headSha' | 'mergeBaseSha' | 'notices'>;

/** A local branch is often behind the one it follows, and the pull request will be against that one. */
export async function pinBase(git: Git, branch: string, signal: AbortSignal): Promise<BaseEnds> {
  checkRevision(branch);
  const followed = await findFollowed(git, branch, signal);
  const namedSha = followed === null ? await resolveCommit(git, branch, signal) : await findCommit(git, branch, signal);
  const { name: baseRef, sha: baseSha } = followed ?? { name: branch, sha: namedSha ?? '' };
  const headSha = await resolveCommit(git, 'HEAD', signal);
  const mergeBaseSha = await findMergeBase(git, [baseRef, baseSha], ['HEAD', headSha], signal);
  const behindCount = await countCommits(git, [mergeBaseSha, baseSha], signal);
  return {
    label: `${baseRef}...HEAD`,
    baseRef,
    baseSha,
    headSha,
    mergeBaseSha,
    notices: [
      ...(namedSha === baseSha ? [] : [`Compared with ${baseRef}, which ${branch} follows and differs from.`]),
      ...(behindCount === 0 ? [] : [behindWords(behindCount, baseRef)]),
    ],
  };
}

/** What a branch follows; null for a commit, a tag, and a branch that follows none. HEAD is the commit that is meant. */
async function findFollowed(
  git: Git,
  branch: string,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly sha: string } | null> {
  if (branch === 'HEAD' || branch === '@') return null;
  const followed = `${branch}@{upstream}`;
  const sha = await findCommit(git, followed, signal);
  return sha === null ? null : { name: await shortName(git, followed, signal), sha };
}

function behindWords(count: number, baseRef: string): string {
  return `HEAD is ${counted(count, 'commit')} behind ${baseRef}: how the change goes with what is new there was not looked at.`;
}

async function countCommits(git: Git, [from, to]: readonly [string, string], signal: AbortSignal): Promise<number> {
  if (from === to) return 0;
  const { stdout } = await git.run(['rev-list', '--count', `${from}..${to}`], signal);
  return Number(stdout.toString('utf8').trim());
}

async function shortName(git: Git, revision: string, signal: AbortSignal): Promise<string> {
  // Here git would print `--end-of-options`; the word was checked not to begin with "-".
  const { stdout } = await git.run(['rev-parse', '--abbrev-ref', revision], signal);
  return stdout.toString('utf8').trim();
}
