import { CONCLUSIONS, type Conclusion } from '../../review/index.js';
import type { ReadFromGithub } from './read-from-github.js';
import { checkRunsAnswer } from './vendor-answers.js';

/** Latest completed conclusion of the App's own check of a name on a commit. A check of the same name by anyone else is not ours. */
export async function readConclusion(
  readFromGithub: ReadFromGithub,
  wanted: { readonly headSha: string; readonly checkName: string; readonly appId: number },
  signal: AbortSignal,
): Promise<Conclusion | null> {
  const answer = await readFromGithub(
    {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      parameters: { ref: wanted.headSha, check_name: wanted.checkName, filter: 'latest', per_page: 100 },
      schema: checkRunsAnswer,
    },
    signal,
  );
  if (answer.kind !== 'found') return null;
  const [latest] = answer.body.check_runs
    .filter((run) => run.name === wanted.checkName && run.app?.id === wanted.appId && run.status === 'completed')
    .sort((left, right) => right.id - left.id);
  return CONCLUSIONS.find((conclusion) => conclusion === latest?.conclusion) ?? null;
}
