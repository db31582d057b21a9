import { randomUUID } from 'node:crypto';
import {
  browseRecords,
  type DatabasePlace,
  expireJournal,
  type Message,
  type RecordBrowser,
  ringOnce,
  visitDatabase,
} from '../durable/index.js';
import { PlumblineError } from '../review/index.js';

/** A look into the database of a service, from beside it. */
export type Visit = {
  readonly browser: RecordBrowser;
  /** Delete what was kept of runs for longer than that. Gives how many rows. */
  readonly expire: (keptDays: number) => Promise<number>;
  /** Tell every process of the service. */
  readonly ring: (message: Message) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Rejects with `database_unavailable`, also when nothing is kept (null), or nothing yet. */
export async function openVisit(place: DatabasePlace | null): Promise<Visit> {
  if (place === null) throw nothingKept('PLUMBLINE_DATA_DIR is none, so nothing is kept');
  const { close, pool } = await visitDatabase(place);
  const { rows } = await pool.query("select to_regclass('plumbline.run_records') is not null as is_there");
  if (rows[0]?.is_there !== true) {
    await close();
    throw nothingKept('this release of plumbline serve has not used it yet');
  }
  return {
    browser: browseRecords(pool),
    expire: (days) => expireJournal(pool, days),
    ring: (message) => ringOnce(pool, randomUUID(), message),
    close,
  };
}

function nothingKept(reason: string): PlumblineError {
  return new PlumblineError('database_unavailable', { reason });
}
