import type { z } from 'zod';
import { CONCLUSIONS, PlumblineError, pullRequestOfRun, type SiblingConclusion } from '../../review/index.js';
import { listOpenPullRequests } from './open-pull-requests.js';
import type { ReadFromGithub } from './read-from-github.js';
import { checkRunsAnswer } from './vendor-answers.js';

const ROUTE = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';

type Wanted = { readonly headSha: string; readonly name: string; readonly pullRequest: number };

const UNFINISHED = 'not finished yet';

/**
 * What our checks say of the other open pull requests with this head. One that is still queued or runs counts as neutral, and
 * so does one that was cancelled, which says nothing about the code: nobody may claim success for it. Rejects when it cannot be
 * read.
 */
export async function openSiblings(
  host: {
    readonly readFromGithub: ReadFromGithub;
    readonly repositoryId: number;
    readonly appId: number | null;
  },
  wanted: Wanted,
  signal: AbortSignal,
): Promise<readonly SiblingConclusion[]> {
  if (host.appId === null) return [];
  const siblings = await siblingsOf(host.readFromGithub, { ...wanted, appId: host.appId }, signal);
  if (siblings.length === 0) return [];
  const open = await listOpenPullRequests(host.readFromGithub, { ...wanted, repositoryId: host.repositoryId }, signal);
  return siblings.filter(({ pullRequest }) => open.includes(pullRequest));
}

/** Our latest checks of a name on a commit, one a pull request. A check of the same name by another App is not ours. */
async function siblingsOf(
  readFromGithub: ReadFromGithub,
  wanted: Wanted & { readonly appId: number },
  signal: AbortSignal,
): Promise<readonly SiblingConclusion[]> {
  const answer = await readFromGithub(
    {
      route: ROUTE,
      parameters: { ref: wanted.headSha, check_name: wanted.name, filter: 'all', per_page: 100 },
      schema: checkRunsAnswer,
    },
    signal,
  );
  // No commit is without its list of checks: this one must not be seen.
  if (answer.kind !== 'found') throw new PlumblineError('provider_denied', { request: ROUTE, status: 404 });
  const latest = new Map<number, SiblingConclusion>();
  for (const run of [...answer.body.check_runs].sort((left, right) => left.id - right.id)) {
    const pullRequest = pullRequestOfRun(run.external_id ?? '');
    const isOurs = run.app?.id === wanted.appId && run.name === wanted.name;
    if (!isOurs || pullRequest === null || pullRequest === wanted.pullRequest) continue;
    const sibling = siblingOf(run, pullRequest, wanted.pullRequest);
    if (sibling !== null && !isStillWorse(latest.get(pullRequest), sibling)) latest.set(pullRequest, sibling);
  }
  return [...latest.values()].sort((left, right) => left.pullRequest - right.pullRequest);
}

type CheckRun = z.infer<typeof checkRunsAnswer>['check_runs'][number];

function siblingOf(run: CheckRun, pullRequest: number, asking: number): SiblingConclusion | null {
  const unfinished = { pullRequest, conclusion: 'neutral', title: UNFINISHED } as const;
  if (run.status !== 'completed') return unfinished;
  const conclusion = CONCLUSIONS.find((word) => word === run.conclusion);
  if (conclusion === undefined) return null;
  if (conclusion === 'cancelled') return unfinished;
  const title = run.output?.title ?? null;
  // It only waited for the one that asks now; without this, two that run at once would hold each other down for good.
  const waited = ` · #${asking}: ${UNFINISHED}`;
  if (conclusion !== 'neutral' || !title?.endsWith(waited)) return { pullRequest, conclusion, title };
  const own = title.slice(0, -waited.length);
  return { pullRequest, conclusion: own.startsWith('Skipped: ') ? 'skipped' : 'success', title: own };
}

/** A new run that has not finished, or has reviewed nothing, does not unsay what the last one found. */
function isStillWorse(known: SiblingConclusion | undefined, next: SiblingConclusion): boolean {
  const saysNothing =
    next.title === UNFINISHED || next.conclusion === 'skipped' || /^(?:Skipped|Waiting): /.test(next.title ?? '');
  if (known === undefined || !saysNothing || next.conclusion === 'failure') return false;
  return known.conclusion === 'failure' || known.conclusion === 'action_required';
}
