import { PlumblineError } from '../errors.js';
import { endRevision, toRevisionEnd } from '../lifecycle/index.js';
import type { PausedRun } from '../model/record.js';
import type { StopReason } from '../model/run-stopped.js';
import type { Completion } from '../ports/index.js';
import { DEFAULT_SETTINGS } from '../settings.js';
import type { IntakeWorld } from './intake-world.js';
import { stoppedNotice } from './notices.js';
import { runIdOf } from './run-id.js';

/** Keep the run that was paused, so that it can be taken up again. */
export async function keepPaused(pullRequest: number, paused: PausedRun, world: IntakeWorld): Promise<void> {
  await world.records.change(world.recordOf(pullRequest), (record) => ({ ...record, paused }));
}

/** Take up the run that is paused, in its own check. False when none is. */
export async function continuePaused(pullRequest: number, world: IntakeWorld): Promise<boolean> {
  const paused = await readPaused(pullRequest, world);
  if (paused === null) return false;
  // Kept as a delivery first: a process that dies in between takes it up twice, which is once.
  await world.takeUp(paused.intent);
  await world.records.change(world.recordOf(pullRequest), (record) => ({ ...record, paused: null }));
  // The head had moved before the pause: the run begins with a check of its own.
  if (paused.runId !== runIdOf(paused.intent.deliveryId, pullRequest))
    await endCheck(paused, pullRequest, { kind: 'superseded', headSha: null }, world);
  return true;
}

/** End the check of the run that is paused: it was cancelled, or another run takes its place. `ownRunId`: unless it is that of this one. False when none is. */
export async function endPaused(
  pullRequest: number,
  stop: StopReason,
  world: IntakeWorld,
  ownRunId?: string,
): Promise<boolean> {
  const paused = await readPaused(pullRequest, world);
  if (paused === null || paused.runId === ownRunId) return false;
  await world.reach();
  const completion = await endCheck(paused, pullRequest, stop, world);
  const end = toRevisionEnd(completion, stop, world.clock.now());
  await world.records.change(world.recordOf(pullRequest), (record) => ({
    ...endRevision(record, runIdOf(paused.intent.deliveryId, pullRequest), end),
    paused: null,
  }));
  return true;
}

async function endCheck(
  { checkName: name, headSha, runId }: PausedRun,
  pullRequest: number,
  stop: StopReason,
  { host }: IntakeWorld,
): Promise<Completion> {
  const check = host.checkPublisher({ runId, name, pullRequest, isResumed: true });
  const completion = stoppedNotice(stop, DEFAULT_SETTINGS);
  try {
    await check.open({ headSha, isQueued: false });
    await check.complete(completion);
  } catch (error) {
    // A publisher tells the log itself what it could not write.
    if (!(error instanceof PlumblineError)) throw error;
  }
  return completion;
}

async function readPaused(pullRequest: number, { recordOf, records }: IntakeWorld): Promise<PausedRun | null> {
  return (await records.read(recordOf(pullRequest))).paused;
}
