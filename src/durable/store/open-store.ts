import { randomUUID } from 'node:crypto';
import type { Journal, Log, RecordStore } from '../../review/index.js';
import type { Database } from '../database/open-database.js';
import { unavailableFor } from '../unavailable.js';
import { type Bell, createBell } from './bell.js';
import { browseRecords, type RecordBrowser } from './browse-records.js';
import { createDatabaseJournal } from './journal.js';
import type { Message } from './messages.js';
import { migrate } from './migrate.js';
import { createDatabaseRecordStore } from './record-store.js';

export type Store = {
  readonly records: RecordStore;
  readonly browser: RecordBrowser;
  readonly journalFor: (runId: string, log: Log) => Journal;
  /** Hear what other processes of the database say of runs, and tell them. */
  readonly openBell: (hear: (message: Message) => void) => Bell;
};

/** Our own tables in the database, brought to the newest version. Rejects with `database_unavailable`. */
export async function openStore({ connection, pool }: Database, log: Log): Promise<Store> {
  await migrate(pool).catch((error: unknown) => {
    throw unavailableFor(error);
  });
  return {
    records: createDatabaseRecordStore(pool),
    browser: browseRecords(pool),
    journalFor: (runId, log) => createDatabaseJournal(pool, runId, log),
    openBell: (hear) => createBell({ connection, log, pool }, randomUUID(), hear),
  };
}
