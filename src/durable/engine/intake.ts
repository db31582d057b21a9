import { randomUUID } from 'node:crypto';
import { DBOS, Error as engineErrors } from '@dbos-inc/dbos-sdk';
import pLimit from 'p-limit';
import type { Intent, Log } from '../../review/index.js';
import { attemptId } from './keep-delivery.js';
import { type Lease, LeaseNotHeld } from './lease.js';
import type { TakeoverTally } from './takeover-tally.js';

export const INTAKE = 'intake';
export const GIVING_UP = 'giving-up';
/** A delivery that was begun again so often after the end of its process is given up. */
const MAX_TAKEOVERS = 3;
/** For the outcome of what has just ended to be written. */
const RECORD_LIMIT_MS = 2_000;
/** From its second takeover on, a delivery is begun beside no other that was taken over: one of them ends processes. */
const SUSPECT_AFTER = 1;
/** The engine's own count, of what was not even begun too: for what ends its process before it can be given up. */
const MAX_RECOVERIES = 30;

/** Why a delivery is not worked on any longer: each process that tried died, or no process has the version that began it. */
export type GivenUpReason = 'process-ended-too-often' | 'version-gone';

export type Handling = {
  readonly handle: (intent: Intent, attempt: { readonly hasFailedBefore: boolean }) => Promise<void>;
  readonly onFailure: (intent: Intent, error: unknown) => void;
  /** Nobody works on this delivery any longer; asked by one process, and again by the next one if that dies meanwhile. */
  readonly onGivenUp?: (intent: Intent, reason: GivenUpReason) => Promise<void>;
  /** This process may not work on any longer: another one has taken over, or the database stays away. Told once. */
  readonly onLost: () => void;
  /** Aborted when the process is about to end: what fails from then on is left unfinished. */
  readonly closing: AbortSignal;
  readonly log: Log;
};

export type Intake = {
  readonly working: ReadonlySet<Promise<unknown>>;
  readonly hasFailedHere: (workflowId: string) => boolean;
  readonly start: (intent: Intent, workflowId: string) => Promise<unknown>;
  /** Have a delivery told as given up, unless it is already. */
  readonly giveUp: (workflowId: string, reason: GivenUpReason) => Promise<void>;
};

type Outcome = 'done' | 'failed';

/** The workflows of a delivery. To be called before the engine is launched. */
export function registerIntake(handling: Handling, lease: Lease, tally: TakeoverTally): Intake {
  const { handle, log } = handling;
  const ownMark = randomUUID();
  const failedHere = new Set<string>();
  const { tracked, working } = trackWork();
  const takenOver = createTakeovers(handling, lease, tally);
  const handOver = async (intent: Intent, keptBy: string): Promise<Outcome> => {
    const id = DBOS.workflowID ?? intent.deliveryId;
    const isTakenOver = keptBy !== ownMark;
    const isRepeated = isTakenOver || id !== attemptId(intent.deliveryId, 1);
    if (isRepeated) log.info({ deliveryId: intent.deliveryId }, 'delivery-taken-up-again');
    const work = (hasFailed: boolean) => handle(intent, { hasFailedBefore: isRepeated || hasFailed });
    const begin = () => whileHeld(handling, lease, intent, work);
    const outcome = await forgiven(isTakenOver ? takenOver(id, intent, begin) : begin(), id);
    if (outcome === 'failed') failedHere.add(id);
    return outcome;
  };
  const forgiven = (work: Promise<Outcome>, id: string) =>
    work.catch(async (error: unknown) => {
      if (handling.closing.aborted && !lease.isLost()) await tally.forgive(id).catch(() => {});
      throw error;
    });
  const tellGivenUp = (intent: Intent, reason: GivenUpReason) =>
    whileHeld(handling, lease, intent, () => giveIntentUp(handling, intent, reason));
  const intake = DBOS.registerWorkflow(tracked(handOver), { maxRecoveryAttempts: MAX_RECOVERIES, name: INTAKE });
  const givingUp = DBOS.registerWorkflow(tracked(tellGivenUp), { maxRecoveryAttempts: MAX_TAKEOVERS, name: GIVING_UP });
  return {
    working,
    hasFailedHere: (id) => failedHere.has(id),
    start: (intent, workflowID) =>
      DBOS.startWorkflow(intake, { workflowID, workflowIDReusePolicy: 'reject' })(intent, ownMark),
    giveUp: onlyOnce((workflowID, reason) =>
      giveUp(workflowID, (intent, id) =>
        DBOS.startWorkflow(givingUp, { workflowID: id, workflowIDReusePolicy: 'reject' })(intent, reason),
      ),
    ),
  };
}

async function giveIntentUp({ log, onGivenUp }: Handling, intent: Intent, reason: GivenUpReason): Promise<void> {
  log.warn({ deliveryId: intent.deliveryId, reason }, 'delivery-given-up');
  await onGivenUp?.(intent, reason);
}

/** Begin what another process had begun, unless it was taken over too often. */
function createTakeovers(handling: Handling, lease: Lease, tally: TakeoverTally) {
  const alone = pLimit(1);
  return async (id: string, intent: Intent, begin: () => Promise<Outcome>): Promise<Outcome> => {
    const countAndBegin = async (): Promise<Outcome> => {
      if ((await tally.count(id)) <= MAX_TAKEOVERS) return begin();
      await whileHeld(handling, lease, intent, () => giveIntentUp(handling, intent, 'process-ended-too-often'));
      return 'failed';
    };
    return (await tally.timesOf(id)) < SUSPECT_AFTER ? countAndBegin() : inTurn(id, countAndBegin);
  };

  /** The next one begins when the end of this one is written: else it would be begun again when that ends the process. */
  function inTurn(id: string, begin: () => Promise<Outcome>): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      void alone(async () => {
        await begin().then(resolve, reject);
        await tally.untilEnded(id, RECORD_LIMIT_MS);
      });
    });
  }
}

/** What fails because the lease ran out is tried again when it is held again; without it, all is left to another process. */
async function whileHeld(
  { closing, onFailure }: Handling,
  lease: Lease,
  intent: Intent,
  work: (hasFailedHere: boolean) => Promise<void>,
): Promise<Outcome> {
  const mayGoOn = () => !closing.aborted && !lease.isLost();
  for (let hasFailedHere = false; ; hasFailedHere = true) {
    await lease.whenHeld(closing);
    const failure = await failureOf(() => work(hasFailedHere));
    if (failure === null) return 'done';
    const isUnheld = failure.error instanceof LeaseNotHeld || !lease.isHeld();
    if (isUnheld && mayGoOn()) continue;
    onFailure(intent, failure.error);
    if (!mayGoOn()) throw failure.error;
    return 'failed';
  }
}

async function failureOf(work: () => Promise<void>): Promise<{ readonly error: unknown } | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return { error };
  }
}

/** What the end of the process cuts short stays unfinished in the database, where another process finds it. */
function trackWork() {
  const working = new Set<Promise<unknown>>();
  const tracked =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      const work = run(...args);
      working.add(work);
      const ended = () => working.delete(work);
      work.then(ended, ended);
      return work.catch(() => new Promise<never>(() => {}));
    };
  return { tracked, working };
}

async function giveUp(workflowId: string, start: (intent: Intent, id: string) => Promise<unknown>): Promise<void> {
  const kept = await DBOS.getWorkflowStatus(workflowId);
  const intent = kept?.input?.[0] as Intent | undefined;
  if (intent?.deliveryId === undefined) return;
  await start(intent, `${workflowId}!`).catch((error: unknown) => {
    if (!engineErrors.isWorkflowIDInUseError(error)) throw error;
  });
  // Told for certain from here on; one that is left of a version that is gone is not found again.
  if (kept?.status === 'PENDING' || kept?.status === 'ENQUEUED') await DBOS.cancelWorkflow(workflowId);
}

function onlyOnce(give: Intake['giveUp']): Intake['giveUp'] {
  const given = new Set<string>();
  return async (workflowId, reason) => {
    if (given.has(workflowId)) return;
    await give(workflowId, reason);
    given.add(workflowId);
  };
}
