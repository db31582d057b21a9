import type { Conclusion } from '../model/report.js';
import type { IntakeWorld } from './intake-world.js';
import type { PullRequestRun } from './review-pull-request.js';

/** Read what our check says of this commit so far; null when nothing that weighs is known. Rejects as the host does. */
export async function standingConclusion(run: PullRequestRun, { host }: IntakeWorld): Promise<Conclusion | null> {
  const { expectedHeadSha, facts, settings } = run;
  // The host reads the head it shows: when the delivery spoke of another one, that conclusion is not this commit's.
  if (expectedHeadSha !== null && expectedHeadSha !== facts.headSha) return null;
  const { signal } = new AbortController();
  const conclusion = await host.readConclusion(facts.number, settings.check_name, signal);
  return conclusion === 'cancelled' || conclusion === 'skipped' ? null : conclusion;
}
