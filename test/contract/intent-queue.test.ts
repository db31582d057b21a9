import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMemoryIntentQueue, openDatabase, openIntentQueue } from '../../src/durable/index.js';
import type { Intent, IntentQueue } from '../../src/review/index.js';
import { silentLog } from '../../src/silent-log.js';
import { createDatabaseYard, databaseUrl, query } from '../support/embedded-database.js';

type Handle = Parameters<typeof createMemoryIntentQueue>[0];
type Opened = IntentQueue & { idle(): Promise<void>; close(): Promise<void> };
type OnFailure = Parameters<typeof createMemoryIntentQueue>[1];
type Open = (handle: Handle, onFailure: OnFailure) => Promise<Opened>;

const SHORT = { beatMs: 100, leaseMs: 1_000, marginMs: 200, regainMs: 5_000 };
const NEVER = new AbortController().signal;

let yard: Awaited<ReturnType<typeof createDatabaseYard>>;
let server: Awaited<ReturnType<typeof yard.start>>;
let url: string;
beforeAll(async () => {
  yard = await createDatabaseYard();
  server = await yard.start(`${yard.base}/data`);
  url = databaseUrl(server);
});
afterAll(async () => {
  await server.stop();
  yard.clear();
});

const inMemory: Open = async (handle, onFailure) => ({
  ...createMemoryIntentQueue(handle, onFailure),
  close: async () => {},
});

const inDatabase = async (handle: Handle, onFailure: OnFailure = () => {}, closing = NEVER): Promise<Opened> => {
  const database = await openDatabase({ url }, { log: silentLog, environment: {} });
  const queue = await openIntentQueue(database, { handle, onFailure, onLost: () => {}, closing, log: silentLog });
  return { ...queue, close: () => queue.close().finally(database.close) };
};

const workers = () =>
  query<{ pid: number }>(server.connection, 'select backend_pid as pid from plumbline.workers order by number');

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + 10_000; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (Date.now() > endMs) throw new Error('it did not happen');
  }
}

let count = 0;
function intent(): Intent {
  count += 1;
  const repository = { id: 1, owner: 'octo', name: 'shop' };
  return {
    deliveryId: `d-${count}`,
    installationId: 1,
    repository,
    kind: 'stop',
    pullRequest: count,
    reason: 'closed',
  };
}

describe.each([
  ['in memory', inMemory],
  ['in the database', inDatabase],
])('a queue of deliveries %s', (_where, open) => {
  it('hands over each delivery once, as it came and in order', async () => {
    const seen: unknown[] = [];
    const queue = await open(
      async (given, attempt) => void seen.push([given, attempt]),
      () => {},
    );
    const intents = Array.from({ length: 20 }, intent);
    const outcomes = await Promise.all([...intents, ...intents].map((one) => queue.enqueue(one)));
    await queue.idle();
    await queue.close();
    expect(seen).toEqual(intents.map((one) => [one, { hasFailedBefore: false }]));
    expect(outcomes).toEqual([...intents.map(() => 'enqueued'), ...intents.map(() => 'duplicate')]);
  });

  it('takes up a failed delivery again when it is sent again, and says so', async () => {
    const attempts: boolean[] = [];
    const failures: unknown[] = [];
    const queue = await open(
      async (_given, { hasFailedBefore }) => {
        attempts.push(hasFailedBefore);
        if (attempts.length < 3) throw new Error('no luck');
      },
      (_given, error) => failures.push(error),
    );
    const one = intent();
    const outcomes: string[] = [];
    for (let time = 0; time < 4; time += 1) {
      outcomes.push(await queue.enqueue(one));
      await queue.idle();
    }
    await queue.close();
    expect([attempts, failures.length]).toEqual([[false, true, true], 2]);
    expect(outcomes).toEqual(['enqueued', 'enqueued', 'enqueued', 'duplicate']);
  });
});

describe('the next process on the same database', () => {
  it('takes up what the one before left unfinished, and says that it was tried; what ended is a duplicate', async () => {
    const [ended, left] = [intent(), intent()];
    const closing = new AbortController();
    const first = await inDatabase(
      async ({ deliveryId }) => {
        if (deliveryId !== left.deliveryId) return;
        closing.abort();
        throw new Error('cut short');
      },
      () => {},
      closing.signal,
    );
    await first.enqueue(ended);
    await first.enqueue(left);
    await first.idle();
    await first.close();

    const seen: unknown[] = [];
    let heard = () => {};
    const taken = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const second = await inDatabase(
      async (given, attempt) => {
        seen.push([given, attempt]);
        heard();
      },
      () => {},
    );
    await taken;
    expect([await second.enqueue(ended), await second.enqueue(left)]).toEqual(['duplicate', 'duplicate']);
    await second.idle();
    await second.close();
    expect(seen).toEqual([[left, { hasFailedBefore: true }]]);
  });
});

it('a database that does not answer in time has the delivery refused with 503, and it can be sent again', async () => {
  const queue = await inDatabase(
    async () => {},
    () => {},
  );
  const one = intent();
  yard.pause();
  await expect(queue.enqueue(one)).rejects.toMatchObject({ status: 503 });
  yard.resume();
  expect(['enqueued', 'duplicate']).toContain(await queue.enqueue(one));
  await queue.idle();
  await queue.close();
});

const endSessions = () =>
  query(
    server.connection,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid in (select pid from pg_locks where locktype = 'advisory') and application_name = 'plumbline'`,
  );

async function openWatched(handle: Handle = async () => {}) {
  const database = await openDatabase({ url }, { log: silentLog, environment: {} });
  let tell = () => {};
  const lost = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const givenUp: unknown[] = [];
  const onGivenUp = async (given: Intent, reason: string) => void givenUp.push([given.deliveryId, reason]);
  const handling = { handle, onFailure: () => {}, onLost: tell, onGivenUp, closing: NEVER, log: silentLog };
  const queue = await openIntentQueue(database, handling, { times: SHORT });
  return { queue, lost, givenUp, close: () => queue.close().finally(database.close) };
}

it('a process whose session is cut goes on under its own number, since nobody has taken over', async () => {
  const { close, lost, queue } = await openWatched();
  const [{ pid }] = (await workers()) as [{ pid: number }];
  await endSessions();
  await until(async () => (await workers())[0]?.pid !== pid);
  await queue.whenHeld();
  expect(await queue.enqueue(intent())).toBe('enqueued');
  expect(await Promise.race([lost.then(() => 'lost'), queue.idle().then(() => 'works')])).toBe('works');
  await close();
});

it('a process that was taken over while its session was cut is told so, and may not write', async () => {
  const { close, lost, queue } = await openWatched();
  await query(server.connection, 'delete from plumbline.workers');
  await endSessions();
  await lost;
  expect(queue.isHeld()).toBe(false);
  expect(() => queue.assertHeld()).toThrow('another process may have taken over');
  await expect(queue.whenHeld()).rejects.toThrow('another process may have taken over');
  await close();
});

it('a delivery that cannot even be given up is told as a failure, and is tried again when it is sent again', async () => {
  const one = intent();
  const closing = new AbortController();
  const first = await inDatabase(
    async () => {
      closing.abort();
      throw new Error('cut short');
    },
    () => {},
    closing.signal,
  );
  await first.enqueue(one);
  await first.idle();
  await first.close();
  await query(server.connection, `update plumbline.takeovers set times = 3 where workflow_id = '${one.deliveryId}'`);

  const database = await openDatabase({ url }, { log: silentLog, environment: {} });
  const failures: unknown[] = [];
  const attempts: unknown[] = [];
  const queue = await openIntentQueue(database, {
    handle: async (_given, attempt) => void attempts.push(attempt),
    onFailure: (given, error) => failures.push([given.deliveryId, String(error)]),
    onGivenUp: async (_given, reason) => Promise.reject(new Error(reason)),
    onLost: () => {},
    closing: NEVER,
    log: silentLog,
  });
  await until(async () => failures.length > 0);
  await queue.idle();
  expect([failures, attempts]).toEqual([[[one.deliveryId, 'Error: process-ended-too-often']], []]);
  expect(await queue.enqueue(one)).toBe('enqueued');
  await queue.idle();
  expect(attempts).toEqual([{ hasFailedBefore: true }]);
  await queue.close();
  await database.close();
});
