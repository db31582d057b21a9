import { Client, type PoolConfig } from 'pg';
import { unavailable } from '../unavailable.js';

/** First key of our advisory locks: "plum" as a number. */
const LOCK_CLASS = 0x706c756d;
/** More processes than anybody runs on one database. */
const MAX_WORKERS = 256;

export type WorkerSlot = {
  /** The same for a process that takes the place of one that ended, so that it finds what that one left. */
  readonly workerId: string;
  release(): Promise<void>;
};

/**
 * Take the lowest free number among the processes of one database. It is held by a session, so PostgreSQL itself gives it free
 * when the process dies. `onLost` is told once when the session ends before `release`: another process may have the number then.
 */
export async function takeWorkerSlot(connection: PoolConfig, onLost: () => void): Promise<WorkerSlot> {
  const session = new Client({ ...connection, keepAlive: true });
  let isHeld = false;
  const lost = () => {
    if (isHeld) onLost();
    isHeld = false;
  };
  session.on('error', lost);
  session.on('end', lost);
  await session.connect();
  for (let number = 1; number <= MAX_WORKERS; number += 1) {
    const { rows } = await session.query('select pg_try_advisory_lock($1, $2) as taken', [LOCK_CLASS, number]);
    if (rows[0]?.taken !== true) continue;
    isHeld = true;
    return {
      workerId: `worker-${number}`,
      release: async () => {
        isHeld = false;
        await session.end();
      },
    };
  }
  await session.end();
  throw unavailable(`${MAX_WORKERS} processes use it already`);
}
