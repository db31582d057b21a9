import { setTimeout as sleep } from 'node:timers/promises';
import { PlumblineError, pullRequestOfRun, type ReviewRecord, type Revision, runIdOf } from '../review/index.js';
import type { Visit } from './open-visit.js';

/** A process of the service hears at once, and tells GitHub first. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 200;

/** Stop a run, and wait until it has stopped. Throws `usage` when it has ended, `service_silent` when nobody stops it. */
export async function cancelRun(record: ReviewRecord, run: Revision, visit: Visit): Promise<Revision> {
  if (run.end !== null) throw new PlumblineError('usage', { problem: `the run ${run.runId} has ended already` });
  const stop = { kind: 'cancelled', by: 'the operator' } as const;
  await visit.ring({ kind: 'stop', record: record.key, stop, claimedAtMs: Date.now() });
  return waitFor(run.runId, ({ end }) => end !== null, visit);
}

/** Have the same reviewed once more, in a run of its own, and wait until it has begun. Throws as `cancelRun` does. */
export async function retryRun(run: Revision, visit: Visit): Promise<Revision> {
  if (run.end === null) throw new PlumblineError('usage', { problem: `the run ${run.runId} has not ended yet` });
  const deliveryId = `${run.intent.deliveryId}-r${Date.now().toString(36)}`;
  await visit.ring({ kind: 'retry', runId: run.runId, deliveryId });
  return waitFor(runIdOf(deliveryId, pullRequestOfRun(run.runId) ?? 0), () => true, visit);
}

async function waitFor(runId: string, isIt: (run: Revision) => boolean, { browser }: Visit): Promise<Revision> {
  for (const untilMs = Date.now() + PATIENCE_MS; Date.now() < untilMs; await sleep(LOOK_EVERY_MS)) {
    const record = await browser.ofRun(runId);
    const run = record?.revisions.find((revision) => revision.runId === runId);
    if (run !== undefined && isIt(run)) return run;
  }
  throw new PlumblineError('service_silent', { runId, seconds: PATIENCE_MS / 1_000 });
}
