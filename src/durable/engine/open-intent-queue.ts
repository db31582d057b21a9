import { DBOS } from '@dbos-inc/dbos-sdk';
import pLimit from 'p-limit';
import type { IntentQueue, Log } from '../../review/index.js';
import type { Database } from '../database/open-database.js';
import { unavailableFor } from '../unavailable.js';
import { engineLog } from './engine-log.js';
import { forgetEnded } from './forget-ended.js';
import { type Handling, registerIntake } from './intake.js';
import { keepDelivery } from './keep-delivery.js';
import { LEASE_TIMES, type Lease } from './lease.js';
import { executorOf, keepTakingOver } from './take-over.js';
import { createTakeoverTally } from './takeover-tally.js';
import { withinLimit } from './within-limit.js';
import { joinWorkers } from './worker.js';

/** Raised whenever the order of steps changes: a run is only finished by the version that began it. */
const WORKFLOW_VERSION = '1';
/** For the outcome of what has just ended to be written. */
const RECORD_LIMIT_MS = 1_000;

export type DurableIntentQueue = IntentQueue &
  Lease & {
    /** Resolves when nothing is being worked on. */
    idle(): Promise<void>;
    /** What is unfinished is left to the other processes, or to the next start. */
    close(): Promise<void>;
  };

/**
 * Deliveries kept in the database under their ids, as workflows of the engine. `enqueue` resolves when the delivery is kept, and
 * rejects with `status` 503 when the database cannot keep it in time. Work starts at once, in the order of the deliveries. What a
 * process has begun is begun again by any other one of the database within seconds of its death, told that it was tried before; a
 * process that was only stopped or cut off learns by its lease that it may not go on. Rejects with `database_unavailable` when the
 * engine cannot work on this database.
 */
export async function openIntentQueue(
  { connection, pool }: Database,
  handling: Handling,
  { times = LEASE_TIMES, version = WORKFLOW_VERSION } = {},
): Promise<DurableIntentQueue> {
  const { closing, log, onLost } = handling;
  const worker = await joinWorkers(connection, { version, times, onLost, log }).catch((error: unknown) => {
    throw unavailableFor(error);
  });
  const mayGoOn = () => !closing.aborted && !worker.lease.isLost();
  const { giveUp, hasFailedHere, start, working } = await createTakeoverTally(pool, mayGoOn)
    .then(async (tally) => {
      const intake = registerIntake(handling, worker.lease, tally);
      await launch(executorOf(worker.number), version, pool, log);
      return intake;
    })
    .catch(async (error: unknown) => {
      await worker.release();
      throw unavailableFor(error);
    });
  const { beatMs: everyMs, leaseMs } = times;
  const stopTakingOver = keepTakingOver({ worker, pool, version, leaseMs, everyMs, giveUp, log });
  const stopForgetting = forgetEnded(pool, log);
  const inOrder = pLimit(1);
  return {
    ...worker.lease,
    enqueue: (intent) =>
      withinLimit(inOrder(() => keepDelivery(intent.deliveryId, { start: (id) => start(intent, id), hasFailedHere }))),
    idle: async () => {
      while (working.size > 0) await Promise.allSettled([...working]);
    },
    close: async () => {
      stopForgetting();
      await stopTakingOver();
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: RECORD_LIMIT_MS });
      await worker.release();
    },
  };
}

async function launch(executorID: string, applicationVersion: string, pool: Database['pool'], log: Log): Promise<void> {
  DBOS.setConfig({
    name: 'plumbline',
    systemDatabasePool: pool,
    executorID,
    applicationVersion,
    logger: engineLog(log),
  });
  await DBOS.launch();
}
