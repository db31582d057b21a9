import type { Logger } from 'pino';
import { databasePlaceOf } from './database-place.js';
import {
  createMemoryIntentQueue,
  createMemoryJournals,
  createMemoryRecordStore,
  type createMemoryRunSlots,
  type GivenUpReason,
  keepExpiring,
  openDatabase,
  openIntentQueue,
  openStore,
  shareRunSlots,
} from './durable/index.js';
import type { Environment } from './environment.js';
import { heed } from './heed-messages.js';
import type { Intent, IntentQueue, Journal, Log, RecordStore } from './review/index.js';

export type Inbox = IntentQueue & {
  /** Resolves when nothing is being worked on. */
  idle(): Promise<void>;
  close(): Promise<void>;
  /** Resolves as soon as no other process can have taken over what this one does; rejects when one has. */
  whenHeld(signal: AbortSignal): Promise<void>;
};

type Handling = {
  readonly handle: (intent: Intent, attempt: { readonly hasFailedBefore: boolean }) => Promise<void>;
  readonly onFailure: (intent: Intent, error: unknown) => void;
  /** A delivery that nobody works on any longer: each process that tried has ended, or none has the version that began it. */
  readonly onGivenUp: (intent: Intent, reason: GivenUpReason) => Promise<void>;
  /** Another process may have taken this one's place in the database. */
  readonly onLost: () => void;
  /** Aborted when the process is about to end. */
  readonly closing: AbortSignal;
};

export type ProcessSlots = ReturnType<typeof createMemoryRunSlots>;

/** Where everything is kept that outlives a delivery. */
export type Keeping = {
  readonly records: RecordStore;
  /** Deliveries that the end of the process cuts short are taken up again. */
  readonly isDurable: boolean;
  readonly journalFor: (runId: string, log: Log) => Journal;
  /** Let other processes of the same database know what runs here, and hear what they say of it. */
  readonly shareSlots: (slots: ProcessSlots) => ProcessSlots;
  /** Deliveries are worked on from here on. Asked once; closing the inbox closes everything. */
  readonly openInbox: (handling: Handling) => Promise<Inbox>;
  /** Keep a delivery once more, in the inbox, as soon as there is one. */
  readonly takeUp: (intent: Intent) => Promise<unknown>;
  /** Asked before each write: see `Inbox`. */
  readonly whenHeld: Inbox['whenHeld'];
  /** Rejects when the database does not answer; null without one. */
  readonly askDatabase: (() => Promise<unknown>) | null;
  /** For a start that fails before there is an inbox. */
  readonly close: () => Promise<void>;
};

/**
 * The database that the environment names or one of our own; this process alone when it says so. Rejects with
 * `database_unavailable` or `database_in_use`.
 */
export async function openKeeping(
  environment: Environment,
  world: { readonly log: Logger; readonly variables: Readonly<Record<string, string | undefined>> },
): Promise<Keeping> {
  const { log, variables } = world;
  const place = databasePlaceOf(environment);
  if (place === null) {
    log.warn({}, 'no-database: reviews in flight do not outlive the process');
    return inThisProcess();
  }
  const database = await openDatabase(place, { log, environment: variables });
  let bell: { close(): Promise<void> } | null = null;
  let stopExpiring = () => {};
  const close = async () => {
    stopExpiring();
    await bell?.close();
    await database.close();
  };
  try {
    const store = await openStore(database, log);
    stopExpiring = keepExpiring(database.pool, environment.PLUMBLINE_RETENTION_DAYS, log);
    const late = lateInbox(async (handling) => {
      const queue = await openIntentQueue(database, { ...handling, log });
      return { ...queue, close: () => queue.close().finally(close) };
    });
    return {
      ...store,
      shareSlots: (slots) => {
        const ownBell = store.openBell((message) =>
          heed(message, { slots, browser: store.browser, takeUp: late.takeUp }),
        );
        bell = ownBell;
        return shareRunSlots(slots, ownBell.ring);
      },
      isDurable: true,
      askDatabase: () => database.pool.query('select 1'),
      ...late,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function inThisProcess(): Keeping {
  return {
    shareSlots: (slots) => slots,
    records: createMemoryRecordStore(),
    isDurable: false,
    askDatabase: null,
    journalFor: createMemoryJournals(),
    ...lateInbox(async ({ handle, onFailure }) => ({
      ...createMemoryIntentQueue(handle, onFailure),
      close: async () => {},
      whenHeld: async () => {},
    })),
    close: async () => {},
  };
}

/** What is left of an earlier process is worked on while the inbox is still being opened. */
function lateInbox(open: Keeping['openInbox']): Pick<Keeping, 'openInbox' | 'takeUp' | 'whenHeld'> {
  let isOpen: (inbox: Inbox) => void = () => {};
  const opened = new Promise<Inbox>((resolve) => {
    isOpen = resolve;
  });
  return {
    openInbox: async (handling) => {
      const inbox = await open(handling);
      isOpen(inbox);
      return inbox;
    },
    takeUp: async (intent) => (await opened).enqueue(intent),
    whenHeld: async (signal) => (await opened).whenHeld(signal),
  };
}
