import type { z } from 'zod';
import { CONCLUSIONS, type Conclusion, PlumblineError, worstConclusion } from '../../review/index.js';
import type { ReadFromGithub } from './read-from-github.js';
import { checkRunsAnswer } from './vendor-answers.js';

const ROUTE = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';

/**
 * Latest completed conclusion of the App's own check of a name on a commit; a run that was cancelled, skipped or only waits for
 * somebody says nothing about the code, so it leaves a worse one standing. A check of the same name by anyone else is not ours.
 * Rejects when the commit's checks cannot be seen.
 */
export async function readConclusion(
  readFromGithub: ReadFromGithub,
  wanted: { readonly headSha: string; readonly checkName: string; readonly appId: number },
  signal: AbortSignal,
): Promise<Conclusion | null> {
  const answer = await readFromGithub(
    {
      route: ROUTE,
      parameters: { ref: wanted.headSha, check_name: wanted.checkName, filter: 'all', per_page: 100 },
      schema: checkRunsAnswer,
    },
    signal,
  );
  // No commit is without its list of checks: this one must not be seen.
  if (answer.kind !== 'found') throw new PlumblineError('provider_denied', { request: ROUTE, status: 404 });
  const [latest, ...earlier] = answer.body.check_runs
    .filter((run) => run.name === wanted.checkName && run.app?.id === wanted.appId && run.status === 'completed')
    .sort((left, right) => right.id - left.id)
    .flatMap(toEnd);
  if (latest === undefined) return null;
  const concluded = latest.isWithoutReview ? earlier.find((end) => !end.isWithoutReview) : undefined;
  return concluded === undefined ? latest.conclusion : worstConclusion([latest.conclusion, concluded.conclusion]);
}

type CheckRun = z.infer<typeof checkRunsAnswer>['check_runs'][number];
type End = { readonly conclusion: Conclusion; readonly isWithoutReview: boolean };

/** A notice may be `action_required`, so it is known by its title; one that repeats a failure is that failure. */
function toEnd({ conclusion: word, output }: CheckRun): readonly End[] {
  const conclusion = CONCLUSIONS.find((known) => known === word);
  if (conclusion === undefined) return [];
  const isNotice = conclusion !== 'failure' && /^(?:Skipped|Waiting): /.test(output?.title ?? '');
  return [{ conclusion, isWithoutReview: isNotice || conclusion === 'cancelled' || conclusion === 'skipped' }];
}
