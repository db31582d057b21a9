import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import {
  createMemoryRunSlots,
  type Database,
  type Message,
  openDatabase,
  openStore,
  shareRunSlots,
} from '../../src/durable/index.js';
import { heed } from '../../src/heed-messages.js';
import { type Intent, type RunSlots, RunStopped } from '../../src/review/index.js';
import { beginRevision } from '../../src/review/lifecycle/index.js';
import { silentLog } from '../../src/silent-log.js';
import { aComment, anIntentOf } from '../support/builders/intake.js';
import { aJob } from '../support/builders/record.js';
import { createDatabaseYard, until } from '../support/embedded-database.js';

let yard: Awaited<ReturnType<typeof createDatabaseYard>>;
let database: Database;
beforeAll(async () => {
  yard = await createDatabaseYard();
  database = await openDatabase({ dataDirectory: `${yard.base}/data` }, { log: silentLog, environment: {} });
});
afterAll(async () => {
  await database.close();
  yard.clear();
});

const bells: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(bells.splice(0).map((bell) => bell.close()));
});

/** What one process of the service has: its places, and an ear for the others. Resolves when it hears. */
async function aProcess() {
  const { browser, openBell, records } = await openStore(database, silentLog);
  const own = createMemoryRunSlots(2);
  const takenUp: Intent[] = [];
  const heard: Message[] = [];
  const takeUp = async (intent: Intent) => void takenUp.push(intent);
  const bell = openBell((message) => {
    heard.push(message);
    void heed(message, { slots: own, browser, takeUp });
  });
  bells.push(bell);
  await listening();
  return { slots: shareRunSlots(own, bell.ring), ring: bell.ring, heard, records, takenUp };
}

async function listening() {
  const text = "select count(*)::int as count from pg_stat_activity where query like 'listen plumbline%'";
  const seen = async () => (await database.pool.query(text)).rows[0].count;
  for (const untilMs = Date.now() + 10_000; (await seen()) < bells.length; ) {
    if (Date.now() > untilMs) throw new Error('nobody listens');
  }
}

/** A run that goes on until it is stopped; gives why it was. */
function run(slots: RunSlots, record: string, isNarrowed = false) {
  const claim = slots.claim(record);
  const acceptance = claim.accept({ job: null, headSha: 'a'.repeat(40), isNarrowed, heeds: () => true });
  if (acceptance.kind !== 'accepted') throw new Error(acceptance.kind);
  let hasBegun = false;
  const work = (signal: AbortSignal) => {
    hasBegun = true;
    return new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const stopped = acceptance.run(work).catch((error: unknown) => {
    if (error instanceof RunStopped) return error.stop;
    throw error;
  });
  const ended = stopped.finally(claim.release);
  return { ended, begun: () => until(() => hasBegun) };
}

/** Which of two was first is told by milliseconds. */
async function laterMillisecond() {
  const now = Date.now();
  await until(() => Date.now() > now);
}

it('a run that begins in one process stops an older one of its record in another', async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const older = run(one.slots, 'h/1/1');
  await older.begun();
  await laterMillisecond();
  const newer = run(other.slots, 'h/1/1');
  expect(await older.ended).toEqual({ kind: 'superseded', headSha: 'a'.repeat(40) });
  other.slots.stop('h/1/1', { kind: 'closed' });
  expect(await newer.ended).toEqual({ kind: 'closed' });
});

it('a narrowed run stops none elsewhere, and no run stops one of another record', async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const older = run(one.slots, 'h/1/2');
  await older.begun();
  const narrowed = run(other.slots, 'h/1/2', true);
  const stranger = run(other.slots, 'h/1/3');
  await Promise.all([narrowed.begun(), stranger.begun()]);
  await until(() => one.heard.length >= 1);
  one.slots.stop('h/1/2', { kind: 'closed' });
  expect(await older.ended).toEqual({ kind: 'closed' });
  expect(await narrowed.ended).toEqual({ kind: 'closed' });
  other.slots.stop('h/1/3', { kind: 'closed' });
  await stranger.ended;
});

it('a stop that comes to one process reaches the run in another, but none that was claimed after it', async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const running = run(one.slots, 'h/1/4');
  await running.begun();
  await laterMillisecond();
  expect(other.slots.stop('h/1/4', { kind: 'cancelled', by: 'ada' })).toBe(0);
  expect(await running.ended).toEqual({ kind: 'cancelled', by: 'ada' });
  const later = run(one.slots, 'h/1/4');
  await later.begun();
  await other.ring({ kind: 'stop', record: 'h/1/4', stop: { kind: 'closed' }, claimedAtMs: Date.now() - 60_000 });
  await until(() => one.heard.length === 2);
  one.slots.stop('h/1/4', { kind: 'drafted' });
  expect(await later.ended).toEqual({ kind: 'drafted' });
});

it('a run that is to be tried again is kept as the same delivery by every process, and forced', async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const start = { runId: 'pr12-d', intent: anIntentOf(aComment()), job: aJob(), startedAtMs: 1 };
  await one.records.change('h/1/12', (record) => beginRevision(record, start));
  const third = await aProcess();
  await third.ring({ kind: 'retry', runId: 'pr12-d', deliveryId: 'd-r1' });
  await third.ring({ kind: 'retry', runId: 'pr12-unknown', deliveryId: 'd-r2' });
  await until(() => [one, other].every(({ heard, takenUp }) => heard.length === 2 && takenUp.length === 1));
  for (const { takenUp } of [one, other])
    expect(takenUp).toMatchObject([{ deliveryId: 'd-r1', trigger: { command: { isForced: true } } }]);
  expect(third.heard).toEqual([]);
});
