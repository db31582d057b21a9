import type { Pool } from 'pg';
import type { Log } from '../../review/index.js';

const LOOK_EVERY_MS = 3_600_000;

/** Delete what was kept of runs for longer than this: answers of the model, and what is needed to take a run up. Gives how many rows. */
export async function expireJournal(pool: Pool, keptDays: number): Promise<number> {
  const text = 'delete from plumbline.journal where kept_at < now() - make_interval(days => $1)';
  return (await pool.query(text, [keptDays])).rowCount ?? 0;
}

/** Now and every hour. Gives what ends that. Failures are told to the log alone. */
export function keepExpiring(pool: Pool, keptDays: number, log: Log): () => void {
  const look = () =>
    expireJournal(pool, keptDays).catch((error: unknown) => log.warn({ reason: String(error) }, 'journal-not-expired'));
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
