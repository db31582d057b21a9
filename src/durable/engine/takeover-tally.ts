import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const PAUSE_MS = 500;
const LOOK_EVERY_MS = 20;

const MAKE_TABLE = 'create table if not exists plumbline.takeovers (workflow_id text primary key, times int not null)';
const ADD = `insert into plumbline.takeovers values ($1, $2)
  on conflict (workflow_id) do update set times = takeovers.times + $2 returning times`;
const STATUS = 'select status from dbos.workflow_status where workflow_uuid = $1';
const FORGET = `delete from plumbline.takeovers t
  where not exists (select 1 from dbos.workflow_status w where w.workflow_uuid = t.workflow_id)`;

/**
 * How often each delivery was begun again after the end of a process. The engine counts too, but also what waited meanwhile, and
 * what was told to stop: then a delivery that ends processes would have those beside it given up.
 */
export type TakeoverTally = {
  readonly timesOf: (workflowId: string) => Promise<number>;
  /** Gives how often, this time included. */
  readonly count: (workflowId: string) => Promise<number>;
  /** The process is told to stop: that is nothing the delivery has done. */
  readonly forgive: (workflowId: string) => Promise<unknown>;
  /** Resolves when the engine has written how it ended, or after so long. Never rejects. */
  readonly untilEnded: (workflowId: string, limitMs: number) => Promise<void>;
};

/** Asks until it is answered, or until `mayGoOn` says no. To be made after the table of the processes. */
export async function createTakeoverTally(pool: Pool, mayGoOn: () => boolean): Promise<TakeoverTally> {
  await pool.query(MAKE_TABLE);
  const timesFrom = async (text: string, values: readonly unknown[]): Promise<number> => {
    for (;;) {
      try {
        return (await pool.query(text, [...values])).rows[0]?.times ?? 0;
      } catch (error) {
        if (!mayGoOn()) throw error;
      }
      await sleep(PAUSE_MS);
    }
  };
  return {
    timesOf: (id) => timesFrom('select times from plumbline.takeovers where workflow_id = $1', [id]),
    count: (id) => timesFrom(ADD, [id, 1]),
    forgive: (id) => timesFrom(ADD, [id, -1]),
    untilEnded: async (id, limitMs) => {
      for (let leftMs = limitMs; leftMs > 0; leftMs -= LOOK_EVERY_MS) {
        const found = await pool.query(STATUS, [id]).catch(() => null);
        if (found?.rows[0]?.status !== 'PENDING') return;
        await sleep(LOOK_EVERY_MS);
      }
    },
  };
}

/** What is kept of deliveries that the engine has forgotten. */
export async function forgetTakeovers(pool: Pool): Promise<void> {
  await pool.query(FORGET);
}
