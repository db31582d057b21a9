import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { createMemoryIntentQueue, type DatabasePlace, openDatabase, openIntentQueue } from './durable/index.js';
import type { Environment } from './environment.js';
import type { Intent, IntentQueue } from './review/index.js';

export type Inbox = IntentQueue & {
  /** Resolves when nothing is being worked on. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

type Handling = {
  readonly handle: (intent: Intent, attempt: { readonly hasFailedBefore: boolean }) => Promise<void>;
  readonly onFailure: (intent: Intent, error: unknown) => void;
  /** Another process may have taken this one's place in the database. */
  readonly onLost: () => void;
  /** Aborted when the process is about to end. */
  readonly closing: AbortSignal;
};

/** Where deliveries are kept: in the database that the environment names, else in this process. Rejects with `database_unavailable` or `database_in_use`. */
export async function openInbox(
  environment: Environment,
  { log, variables }: { readonly log: Logger; readonly variables: Readonly<Record<string, string | undefined>> },
  handling: Handling,
): Promise<Inbox> {
  const place = databasePlaceOf(environment);
  if (place === null) {
    log.warn({}, 'no-database: reviews in flight do not outlive the process');
    return { ...createMemoryIntentQueue(handling.handle, handling.onFailure), close: async () => {} };
  }
  const database = await openDatabase(place, { log, environment: variables });
  try {
    const queue = await openIntentQueue(database, { ...handling, log });
    return { ...queue, close: () => queue.close().finally(database.close) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The database the environment names; null when it names none. */
export function databasePlaceOf({ DATABASE_URL, PLUMBLINE_DATA_DIR }: Environment): DatabasePlace | null {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL };
  return PLUMBLINE_DATA_DIR === undefined ? null : { dataDirectory: resolve(PLUMBLINE_DATA_DIR, 'database') };
}
