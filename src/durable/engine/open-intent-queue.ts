import { randomUUID } from 'node:crypto';
import { DBOS } from '@dbos-inc/dbos-sdk';
import pLimit from 'p-limit';
import type { Intent, IntentQueue, Log } from '../../review/index.js';
import type { Database } from '../database/open-database.js';
import { unavailableFor } from '../unavailable.js';
import { engineLog } from './engine-log.js';
import { forgetEnded } from './forget-ended.js';
import { attemptId, keepDelivery } from './keep-delivery.js';
import { withinLimit } from './within-limit.js';
import { takeWorkerSlot } from './worker-slot.js';

/** Raised whenever the order of steps changes: a run is only finished by the version that began it. */
const WORKFLOW_VERSION = '1';
/** A delivery that ended its process so often is left alone. */
const MAX_RECOVERIES = 3;
/** For the outcome of what has just ended to be written. */
const RECORD_LIMIT_MS = 1_000;

export type Handling = {
  readonly handle: (intent: Intent, attempt: { readonly hasFailedBefore: boolean }) => Promise<void>;
  readonly onFailure: (intent: Intent, error: unknown) => void;
  /** This process may not work on any longer: another one may have taken its place. */
  readonly onLost: () => void;
  /** Aborted when the process is about to end: what fails from then on is left unfinished. */
  readonly closing: AbortSignal;
  readonly log: Log;
};

export type DurableIntentQueue = IntentQueue & {
  /** Resolves when nothing is being worked on. */
  idle(): Promise<void>;
  /** What is unfinished is left for the next start. */
  close(): Promise<void>;
};

type Outcome = 'done' | 'failed';

/**
 * Deliveries kept in the database under their ids, as workflows of the engine. `enqueue` resolves when the delivery is kept, and
 * rejects with `status` 503 when the database cannot keep it in time. Work starts at once, in the order of the deliveries. What a
 * process that died had begun is begun again by the next one with its number, told that it was tried before. Rejects with
 * `database_unavailable` when the engine cannot work on this database.
 */
export async function openIntentQueue({ connection, pool }: Database, handling: Handling): Promise<DurableIntentQueue> {
  const { log, onLost } = handling;
  const slot = await takeWorkerSlot(connection, onLost).catch((error: unknown) => {
    throw unavailableFor(error);
  });
  const { hasFailedHere, start, working } = registerIntake(handling);
  await launch(slot.workerId, pool, log).catch(async (error: unknown) => {
    await slot.release();
    throw unavailableFor(error);
  });
  const stopForgetting = forgetEnded(log);
  const inOrder = pLimit(1);
  return {
    enqueue: (intent) =>
      withinLimit(inOrder(() => keepDelivery(intent.deliveryId, { start: (id) => start(intent, id), hasFailedHere }))),
    idle: async () => {
      while (working.size > 0) await Promise.allSettled([...working]);
    },
    close: async () => {
      stopForgetting();
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: RECORD_LIMIT_MS });
      await slot.release();
    },
  };
}

/** The workflow of a delivery. To be called before the engine is launched. */
function registerIntake({ closing, handle, log, onFailure }: Handling) {
  const ownMark = randomUUID();
  const working = new Set<Promise<Outcome>>();
  const failedHere = new Set<string>();
  async function handOver(intent: Intent, keptBy: string): Promise<Outcome> {
    const id = DBOS.workflowID ?? intent.deliveryId;
    const isRepeated = keptBy !== ownMark || id !== attemptId(intent.deliveryId, 1);
    if (isRepeated) log.info({ deliveryId: intent.deliveryId }, 'delivery-taken-up-again');
    try {
      await handle(intent, { hasFailedBefore: isRepeated });
      return 'done';
    } catch (error) {
      onFailure(intent, error);
      if (closing.aborted) throw error;
      failedHere.add(id);
      return 'failed';
    }
  }
  const intake = DBOS.registerWorkflow(
    (intent: Intent, keptBy: string): Promise<Outcome> => {
      const work = handOver(intent, keptBy);
      working.add(work);
      const ended = () => working.delete(work);
      work.then(ended, ended);
      // What the end of the process cuts short stays unfinished in the database, where the next start finds it.
      return work.catch(() => new Promise<never>(() => {}));
    },
    { name: 'intake', maxRecoveryAttempts: MAX_RECOVERIES },
  );
  return {
    working,
    hasFailedHere: (id: string) => failedHere.has(id),
    start: (intent: Intent, workflowID: string) =>
      DBOS.startWorkflow(intake, { workflowID, workflowIDReusePolicy: 'reject' })(intent, ownMark),
  };
}

async function launch(executorID: string, pool: Database['pool'], log: Log): Promise<void> {
  DBOS.setConfig({
    name: 'plumbline',
    systemDatabasePool: pool,
    executorID,
    applicationVersion: WORKFLOW_VERSION,
    logger: engineLog(log),
  });
  await DBOS.launch();
}
