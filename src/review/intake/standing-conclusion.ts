import { PlumblineError } from '../errors.js';
import type { Conclusion } from '../model/report.js';
import { RunStopped } from '../model/run-stopped.js';
import type { IntakeWorld } from './intake-world.js';
import type { PullRequestRun } from './pull-request-run.js';

/** What our check says of a commit so far; null when it says nothing that weighs. Unknown is not none. */
export type Standing = Conclusion | 'unknown' | null;

/** Whether what ends this way satisfies a required check. */
export function isPassing(conclusion: Conclusion): boolean {
  return conclusion === 'success' || conclusion === 'neutral' || conclusion === 'skipped';
}

/** Read what our check says of a commit so far. What cannot be read is `unknown` and logged; only a programmer's error rejects. */
export async function readStanding(
  { facts, runId, settings, trigger }: PullRequestRun,
  headSha: string,
  { host, log, signal }: IntakeWorld,
): Promise<Standing> {
  try {
    const wanted = { pullRequest: facts.number, checkName: settings.check_name, headSha };
    const conclusion = await host.readConclusion(wanted, signal);
    const standing = conclusion === 'cancelled' || conclusion === 'skipped' ? null : conclusion;
    return trigger.kind === 'rerequested' ? ofRerun(standing) : standing;
  } catch (error) {
    if (error instanceof RunStopped) return 'unknown';
    if (!(error instanceof PlumblineError)) throw error;
    log.warn({ runId, code: error.code, ...error.facts }, 'standing-conclusion-unread');
    return 'unknown';
  }
}

/** GitHub has put the check that was run again back to queued: what it said is not to be seen any more, only what others say. */
function ofRerun(standing: Conclusion | null): Standing {
  return standing === null || isPassing(standing) ? 'unknown' : standing;
}
