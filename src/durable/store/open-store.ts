import type { Journal, Log, RecordStore } from '../../review/index.js';
import type { Database } from '../database/open-database.js';
import { unavailableFor } from '../unavailable.js';
import { createDatabaseJournal } from './journal.js';
import { migrate } from './migrate.js';
import { createDatabaseRecordStore } from './record-store.js';

export type Store = {
  readonly records: RecordStore;
  readonly journalFor: (runId: string, log: Log) => Journal;
};

/** Our own tables in the database, brought to the newest version. Rejects with `database_unavailable`. */
export async function openStore({ pool }: Database): Promise<Store> {
  await migrate(pool).catch((error: unknown) => {
    throw unavailableFor(error);
  });
  return {
    records: createDatabaseRecordStore(pool),
    journalFor: (runId, log) => createDatabaseJournal(pool, runId, log),
  };
}
