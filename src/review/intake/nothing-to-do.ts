import { findAnswered, findDone } from '../lifecycle/index.js';
import type { IntakeWorld } from './intake-world.js';
import type { PullRequestRun } from './pull-request-run.js';
import { isForced, jobOf } from './run-job.js';

/**
 * Whether the last run of this pull request did the same, in full, and all still stands: head, base, merge base, paths, focus, model,
 * settings, rubric. The merge base is only asked for when everything else agrees; when it cannot be read, there is something to do.
 */
export async function hasNothingToDo(run: PullRequestRun, world: IntakeWorld): Promise<boolean> {
  if (isForced(run.trigger)) return false;
  const record = await world.records.read(world.recordOf(run.facts.number));
  const job = jobOf(run, world);
  // What people said of findings is told anew only where it costs no request.
  if (run.trigger.kind === 'disposed') return findAnswered(record, job, run.runId)?.job.headSha !== job.headSha;
  const done = findDone(record, job);
  // A redelivery of the very run that did it goes on with it: it may have died before its last reaction.
  if (done === null || done.runId === run.runId) return false;
  const source = world.host.changeSource(run.facts.number, run.expectedHeadSha);
  const target = await source.pin(world.signal).catch(() => null);
  return target?.headSha === done.job.headSha && target.mergeBaseSha === done.job.mergeBaseSha;
}
