import { userId } from './shapes/user.js';
import { isoTime, type PullState, type RepositoryState, type WorldState } from './state.js';

export type PullRequestStart = {
  /** A branch; `ada:topic` is a branch of ada's fork. */
  readonly head: string;
  readonly base?: string;
  readonly title?: string;
  readonly body?: string | null;
  /** Null for a ghost. */
  readonly author?: string | null;
  readonly draft?: boolean;
  readonly labels?: readonly string[];
  /** Show the head as a fork's even when its branch stands here; a string names the fork's owner. */
  readonly fromFork?: boolean | string;
};

/** A pull request as it is opened; its size is not known yet. */
export function createPull(
  world: WorldState,
  repository: RepositoryState,
  start: PullRequestStart,
  place: Pick<PullState, 'number' | 'headSha' | 'baseRef' | 'baseSha'>,
): PullState {
  const now = isoTime(world);
  const login = start.author === undefined ? 'ada' : start.author;
  return {
    ...place,
    ...headOf(world, repository, start, login),
    id: world.nextId(),
    title: start.title ?? 'A change',
    body: start.body ?? null,
    login,
    headBranch: start.head,
    state: 'open',
    mergedAt: null,
    closedAt: null,
    isDraft: start.draft ?? false,
    labels: [...(start.labels ?? [])],
    requestedReviewers: [],
    mergeableState: 'clean',
    createdAt: now,
    updatedAt: now,
    revision: 0,
    size: { commits: 0, additions: 0, deletions: 0, changedFiles: 0 },
    lag: { oldHeadSha: '', details: 0, files: 0 },
    rewriteFiles: null,
  };
}

function headOf(
  world: WorldState,
  repository: RepositoryState,
  start: PullRequestStart,
  login: string | null,
): Pick<PullState, 'headRef' | 'headOwner' | 'headRepo'> {
  const colon = start.head.indexOf(':');
  const forkOwner =
    colon >= 0 ? start.head.slice(0, colon) : start.fromFork === true ? (login ?? 'ghost') : start.fromFork;
  const isFork = typeof forkOwner === 'string';
  const owner = isFork ? forkOwner : repository.owner;
  const id = isFork ? userId(world, `fork:${owner}/${repository.name}`) : repository.id;
  return { headRef: start.head.slice(colon + 1), headOwner: owner, headRepo: { owner, id, isFork } };
}
