import { type PinnedTarget, PlumblineError, type TargetRequest } from '../../review/index.js';
import { readAuthorText } from './author-text.js';
import { findMergeBase } from './merge-base.js';
import type { Repository } from './open-repository.js';
import { pinBase } from './pin-base.js';
import { findCommit, resolveCommit } from './resolve-revision.js';
import { takeSnapshot } from './snapshot.js';
import { explainUnknownRevision } from './unknown-revision.js';

export type GitTargetRequest = Exclude<TargetRequest, { readonly kind: 'pull_request' }>;

type Ends = Pick<PinnedTarget, 'label' | 'baseRef' | 'baseSha' | 'headSha' | 'mergeBaseSha' | 'notices'>;

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
      return pinBase(repository.git, request.branch, signal);
    case 'range':
      return pinRange(repository, request, signal);
    case 'commit':
      return pinCommit(repository, request.sha, signal);
  }
}

async function pinRange(
  { git }: Repository,
  { from, to, symmetric }: Extract<GitTargetRequest, { kind: 'range' }>,
  signal: AbortSignal,
): Promise<Ends> {
  const baseSha = await resolveCommit(git, from, signal);
  const headSha = await resolveCommit(git, to, signal);
  const mergeBaseSha = symmetric ? await findMergeBase(git, [from, baseSha], [to, headSha], signal) : null;
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
    const help = 'the clone is shallow here: run `git fetch --deepen=1` (or `git fetch --unshallow`) and try again';
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
