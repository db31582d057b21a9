import type { Pool } from 'pg';
import type { Journal, Log } from '../../review/index.js';

/** A database that restarts is back by then. */
const TRIES = 5;
const PAUSE_MS = 1_000;

/**
 * The journal of one run as rows. A database that cannot be asked for long costs the review nothing but what it would have
 * remembered: the log says so.
 */
export function createDatabaseJournal(pool: Pool, runId: string, log: Log): Journal {
  const warn = (error: unknown) =>
    log.warn({ runId, reason: error instanceof Error ? error.message : String(error) }, 'journal-unavailable');
  const kept = async (key: string): Promise<string | null> => {
    const text = 'select value from plumbline.journal where run_id = $1 and key = $2';
    return (await patiently(() => pool.query(text, [runId, key]), warn))?.rows[0]?.value ?? null;
  };
  const keep = (key: string, value: unknown) =>
    patiently(
      () =>
        pool.query('insert into plumbline.journal (run_id, key, value) values ($1, $2, $3) on conflict do nothing', [
          runId,
          key,
          JSON.stringify(value),
        ]),
      warn,
    );
  return {
    kept: async (key) => JSON.parse((await kept(key)) ?? 'null'),
    once: async (key, work) => {
      const text = await kept(key);
      if (text !== null) return JSON.parse(text);
      const value = await work();
      await keep(key, value);
      return value;
    },
  };
}

/** Ask until it is answered; null when it is not within TRIES. */
async function patiently<Value>(ask: () => Promise<Value>, warn: (error: unknown) => void): Promise<Value | null> {
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      warn(error);
    }
    if (left > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}
