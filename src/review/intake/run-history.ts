import { beginRevision, endRevision, findAnswered, type KeptResults, toRevisionEnd } from '../lifecycle/index.js';
import type { ReviewRecord } from '../model/record.js';
import type { StopReason } from '../model/run-stopped.js';
import type { PinnedTarget } from '../model/target.js';
import type { Completion } from '../ports/index.js';
import type { Recalled } from '../run-review.js';
import type { IntakeWorld } from './intake-world.js';
import type { PullRequestRun } from './pull-request-run.js';
import { isForced, jobOf } from './run-job.js';

/** Under which a run's journal keeps its answers for later runs. */
const RESULTS = 'results';

/** Remember that the run has begun; a run that is taken up again goes on with its own revision. Gives the record as it is then. */
export function beginInRecord(run: PullRequestRun, target: PinnedTarget, world: IntakeWorld): Promise<ReviewRecord> {
  const { facts, intent, runId } = run;
  const { headSha, mergeBaseSha } = target;
  const asked = jobOf(run, world);
  const job = { ...asked, headSha: headSha ?? asked.headSha, mergeBaseSha };
  const startedAtMs = world.clock.now();
  return world.records.change(world.recordOf(facts.number), (record) =>
    beginRevision(record, { runId, intent, job, startedAtMs }),
  );
}

/** Remember how the run ended, if it had begun. */
export async function endInRecord(
  { facts, runId }: PullRequestRun,
  end: { readonly completion: Completion; readonly stop: StopReason | null },
  { clock, recordOf, records }: IntakeWorld,
): Promise<void> {
  const revisionEnd = toRevisionEnd(end.completion, end.stop, clock.now());
  await records.change(recordOf(facts.number), (record) => endRevision(record, runId, revisionEnd));
}

/** Answers of an earlier run to the same questions; none for a run that is to ask anew. */
export function recallFor(
  run: PullRequestRun,
  record: ReviewRecord,
  world: IntakeWorld,
): () => Promise<Recalled | null> {
  return async () => {
    const job = record.revisions.find(({ runId }) => runId === run.runId)?.job;
    const answered = job === undefined || isForced(run.trigger) ? null : findAnswered(record, job, run.runId);
    if (answered === null) return null;
    const kept = await world.journalFor(answered.runId).kept<KeptResults>(RESULTS);
    return kept && { kept, headSha: answered.job.headSha };
  };
}

/** Keep what was answered for later runs. */
export async function keepFor({ runId }: PullRequestRun, results: KeptResults, world: IntakeWorld): Promise<void> {
  await world.journalFor(runId).once(RESULTS, async () => results);
}
