import { CONCLUSIONS, type Conclusion, worstConclusion } from '../../review/index.js';
import type { ReadFromGithub } from './read-from-github.js';
import { checkRunsAnswer } from './vendor-answers.js';

/**
 * Latest completed conclusion of the App's own check of a name on a commit; a cancelled run says nothing about the code, so it
 * leaves a worse one standing. A check of the same name by anyone else is not ours.
 */
export async function readConclusion(
  readFromGithub: ReadFromGithub,
  wanted: { readonly headSha: string; readonly checkName: string; readonly appId: number },
  signal: AbortSignal,
): Promise<Conclusion | null> {
  const answer = await readFromGithub(
    {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      parameters: { ref: wanted.headSha, check_name: wanted.checkName, filter: 'all', per_page: 100 },
      schema: checkRunsAnswer,
    },
    signal,
  );
  if (answer.kind !== 'found') return null;
  const [latest, ...earlier] = answer.body.check_runs
    .filter((run) => run.name === wanted.checkName && run.app?.id === wanted.appId && run.status === 'completed')
    .sort((left, right) => right.id - left.id)
    .flatMap(({ conclusion }) => CONCLUSIONS.find((word) => word === conclusion) ?? []);
  const concluded = earlier.find((conclusion) => conclusion !== 'cancelled');
  if (latest !== 'cancelled' || concluded === undefined) return latest ?? null;
  return worstConclusion([latest, concluded]);
}
