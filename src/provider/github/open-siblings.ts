import { CONCLUSIONS, PlumblineError, pullRequestOfRun, type SiblingConclusion } from '../../review/index.js';
import { listOpenPullRequests } from './open-pull-requests.js';
import type { ReadFromGithub } from './read-from-github.js';
import { checkRunsAnswer } from './vendor-answers.js';

const ROUTE = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';

type Wanted = { readonly headSha: string; readonly name: string; readonly pullRequest: number };

/** What our checks say of the other open pull requests with this head. Rejects when it cannot be read. */
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
  const siblings = await finishedSiblings(host.readFromGithub, { ...wanted, appId: host.appId }, signal);
  if (siblings.length === 0) return [];
  const open = await listOpenPullRequests(host.readFromGithub, { ...wanted, repositoryId: host.repositoryId }, signal);
  return siblings.filter(({ pullRequest }) => open.includes(pullRequest));
}

/** Our latest completed checks of a name on a commit, one a pull request. A check of the same name by another App is not ours. */
async function finishedSiblings(
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
    const conclusion = CONCLUSIONS.find((word) => word === run.conclusion);
    const isOurs = run.app?.id === wanted.appId && run.name === wanted.name && run.status === 'completed';
    if (!isOurs || pullRequest === null || pullRequest === wanted.pullRequest || conclusion === undefined) continue;
    latest.set(pullRequest, { pullRequest, conclusion, title: run.output?.title ?? null });
  }
  return [...latest.values()].sort((left, right) => left.pullRequest - right.pullRequest);
}
