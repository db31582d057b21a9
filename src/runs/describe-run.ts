import { cleanLine } from '../report/index.js';
import type { ReviewRecord, Revision } from '../review/index.js';

/** Where a run is, in one word of the contract. */
export function phaseOf({ paused }: ReviewRecord, { end, runId }: Revision): string {
  if (end !== null) return 'ended';
  return paused?.runId === runId ? 'paused_by_user' : 'running';
}

/** The pull request, as people name it. */
export function nameOf({ intent }: Revision): string {
  const { pullRequest, repository } = intent;
  return cleanLine(`${repository.owner}/${repository.name}#${pullRequest}`);
}

/** `2026-12-01 14:02`, in UTC. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

/** One run on one line: when, what, by whom, how it went. */
export function runLine(record: ReviewRecord, run: Revision): string {
  const { end, intent, job, runId, startedAtMs } = run;
  const { actor, kind } = intent.trigger;
  const went = end === null ? [phaseOf(record, run)] : [end.outcome, end.conclusion, cleanLine(end.title)];
  const parts = [nameOf(run), job.headSha.slice(0, 7), `${kind} by ${cleanLine(actor.login)}`, ...went];
  return `${timeOf(startedAtMs)}  ${runId}  ${parts.join(' · ')}`;
}

/** A run as a document for machines: five separate facts, and the job. */
export function toRunDocument(record: ReviewRecord, run: Revision) {
  const { end, intent, job, number, runId, startedAtMs } = run;
  return {
    runId,
    revision: number,
    repository: `${intent.repository.owner}/${intent.repository.name}`,
    pullRequest: intent.pullRequest,
    trigger: intent.trigger.kind,
    actor: intent.trigger.actor.login,
    phase: phaseOf(record, run),
    outcome: end?.outcome ?? null,
    conclusion: end?.conclusion ?? null,
    title: end?.title ?? null,
    /** Null unless the run assessed something: verdict, coverage, freshness when it ended, findings, cost. */
    assessment: end?.assessment ?? null,
    job,
    startedAt: new Date(startedAtMs).toISOString(),
    endedAt: end === null ? null : new Date(end.endedAtMs).toISOString(),
  };
}
