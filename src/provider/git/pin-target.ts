import { type PinnedTarget, PlumblineError, type TargetRequest } from '../../review/index.js';
import { readAuthorText } from './author-text.js';
import type { Repository } from './open-repository.js';
import { checkRevision, findCommit, resolveCommit } from './resolve-revision.js';
import { takeSnapshot } from './snapshot.js';
import { explainUnknownRevision } from './unknown-revision.js';

export type GitTargetRequest = Exclude<TargetRequest, { readonly kind: 'pull_request' }>;

type Ends = Pick<PinnedTarget, 'label' | 'baseRef' | 'baseSha' | 'headSha' | 'mergeBaseSha'>;

/** Turn a request into commits that no longer depend on names. The work tree is pinned by its snapshot instead. */
export async function pinTarget(
  repository: Repository,
  request: GitTargetRequest,
  signal: AbortSignal,
): Promise<PinnedTarget> {
  if (request.kind === 'uncommitted') return pinWorkTree(repository, signal);
  const ends = await pinEnds(repository, request, signal).catch(async (error: unknown) => {
    throw await explainUnknownRevision(repository.git, error, signal);
  });
  return {
    source: 'git_range',
    repository: repository.identity,
    ...ends,
    authorText: await readAuthorText(repository.git, ends, signal),
    snapshot: null,
  };
}

function pinEnds(
  repository: Repository,
  request: Exclude<GitTargetRequest, { readonly kind: 'uncommitted' }>,
  signal: AbortSignal,
): Promise<Ends> {
  switch (request.kind) {
    case 'base':
      return pinBase(repository, request.branch, signal);
    case 'range':
      return pinRange(repository, request, signal);
    case 'commit':
      return pinCommit(repository, request.sha, signal);
  }
}

/** A local branch is often behind the one it follows, and the pull request will be against that one. */
async function pinBase({ git }: Repository, branch: string, signal: AbortSignal): Promise<Ends> {
  checkRevision(branch);
  const followed = `${branch}@{upstream}`;
  const upstreamSha = await findCommit(git, followed, signal);
  const baseSha = upstreamSha ?? (await resolveCommit(git, branch, signal));
  const headSha = await resolveCommit(git, 'HEAD', signal);
  const baseRef = upstreamSha === null ? branch : await shortName({ git }, followed, signal);
  const mergeBaseSha = await findMergeBase({ git }, [baseRef, baseSha], ['HEAD', headSha], signal);
  return { label: `${baseRef}...HEAD`, baseRef, baseSha, headSha, mergeBaseSha };
}

async function pinRange(
  { git }: Repository,
  { from, to, symmetric }: Extract<GitTargetRequest, { kind: 'range' }>,
  signal: AbortSignal,
): Promise<Ends> {
  const baseSha = await resolveCommit(git, from, signal);
  const headSha = await resolveCommit(git, to, signal);
  const mergeBaseSha = symmetric ? await findMergeBase({ git }, [from, baseSha], [to, headSha], signal) : null;
  return { label: `${from}${symmetric ? '...' : '..'}${to}`, baseRef: from, baseSha, headSha, mergeBaseSha };
}

async function pinCommit({ git }: Repository, sha: string, signal: AbortSignal): Promise<Ends> {
  const headSha = await resolveCommit(git, sha, signal);
  const label = `commit ${headSha.slice(0, 12)}`;
  const { stdout } = await git.run(['cat-file', 'commit', headSha], signal);
  // Read from the commit itself: at the edge of a shallow clone git pretends that it has no parent.
  const parent = /^tree \S+\nparent (\S+)\n/.exec(stdout.toString('latin1'))?.[1];
  if (parent === undefined) return { label, baseRef: null, baseSha: null, headSha, mergeBaseSha: null };
  const baseSha = await findCommit(git, parent, signal);
  if (baseSha === null) {
    const help = 'the clone is shallow here: run `git fetch --deepen=1` and try again';
    throw new PlumblineError('unknown_revision', { revision: parent }, { help });
  }
  return { label, baseRef: null, baseSha, headSha, mergeBaseSha: null };
}

async function pinWorkTree(repository: Repository, signal: AbortSignal): Promise<PinnedTarget> {
  if (repository.workTree === null) {
    const problem = `${repository.identity.name} has no work tree, so it has no uncommitted changes`;
    const help = 'name a commit, a range or a base branch instead';
    throw new PlumblineError('usage', { problem }, { help });
  }
  const baseSha = await findCommit(repository.git, 'HEAD', signal);
  return {
    source: 'workspace',
    repository: repository.identity,
    label: 'uncommitted changes',
    baseRef: null,
    baseSha,
    headSha: null,
    mergeBaseSha: null,
    authorText: null,
    snapshot: await takeSnapshot(repository, signal),
  };
}

type Named = readonly [name: string, sha: string];

async function findMergeBase(
  { git }: Pick<Repository, 'git'>,
  [left, leftSha]: Named,
  [right, rightSha]: Named,
  signal: AbortSignal,
): Promise<string> {
  const { exitCode, stdout } = await git.run(['merge-base', leftSha, rightSha], signal, { exitCodes: [0, 1] });
  if (exitCode !== 0) throw new PlumblineError('no_merge_base', { left, right });
  return stdout.toString('utf8').trim();
}

async function shortName({ git }: Pick<Repository, 'git'>, revision: string, signal: AbortSignal): Promise<string> {
  // Here git would print `--end-of-options`; the word was checked not to begin with "-".
  const { stdout } = await git.run(['rev-parse', '--abbrev-ref', revision], signal);
  return stdout.toString('utf8').trim();
}
