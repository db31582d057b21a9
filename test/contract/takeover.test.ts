import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import { createDatabaseYard, databaseUrl, query, serversBelow, until } from '../support/embedded-database.js';
import { itInLongMode } from '../support/long-mode.js';

/** Long enough that a machine that is busy with other tests freezes nobody. */
const TIMES = { beatMs: 200, leaseMs: 4_000, marginMs: 800, regainMs: 30_000 };
jest.setTimeout(90_000);

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

type Said = Readonly<Record<string, unknown>>;

/** A process that works on deliveries, and all that it has said. */
async function startWorker(version = '1') {
  const child: ChildProcess = yard.startNode(['test/support/queue-process.js', url, JSON.stringify(TIMES), version]);
  const said: Said[] = [];
  if (child.stdout === null) throw new Error('no output');
  createInterface(child.stdout).on('line', (line) => said.push(JSON.parse(line)));
  const ended = once(child, 'exit');
  running.push({ child, ended });
  const has = (facts: Said) =>
    said.some((each) => Object.entries(facts).every(([name, value]) => each[name] === value));
  await until(() => has({ ready: true }));
  return {
    child,
    said,
    ended,
    has,
    hears: (facts: Said) => until(() => has(facts)),
    keep: async (deliveryId: string) => {
      child.stdin?.write(`${JSON.stringify(intentOf(deliveryId))}\n`);
      await until(() => has({ kept: deliveryId }) || has({ refused: deliveryId }));
      return said.find(({ kept, refused }) => kept === deliveryId || refused === deliveryId);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

let running: { readonly child: ChildProcess; readonly ended: Promise<unknown> }[] = [];
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await ended;
  }
  running = [];
  await query(server.connection, 'delete from dbos.workflow_status');
});

function intentOf(deliveryId: string) {
  const repository = { id: 1, owner: 'octo', name: 'shop' };
  return { deliveryId, installationId: 1, repository, kind: 'stop', pullRequest: 1, reason: 'closed' };
}

itInLongMode(
  'what a killed process had begun is begun again by a living one, and by the next when that dies too',
  async () => {
    const [first, second] = [await startWorker(), await startWorker()];
    await first.keep('drag-1');
    await first.hears({ handles: 'drag-1', hasFailedBefore: false });
    await first.kill();
    await second.hears({ handles: 'drag-1', hasFailedBefore: true });
    const third = await startWorker();
    await second.kill();
    await third.hears({ handles: 'drag-1', hasFailedBefore: true });
    expect(third.has({ lost: true })).toBe(false);
  },
);

itInLongMode(
  'a process that was frozen past its lease is taken over, and knows that before it does anything else',
  async () => {
    const [frozen, other] = [await startWorker(), await startWorker()];
    await frozen.keep('hang-2');
    await frozen.hears({ handles: 'hang-2' });
    frozen.child.kill('SIGSTOP');
    await other.hears({ event: 'worker-frozen' });
    await other.hears({ handled: 'hang-2' });
    frozen.child.kill('SIGCONT');
    expect(await frozen.ended).toEqual([1, null]);
    expect(frozen.has({ held: false })).toBe(true);
    expect(frozen.has({ handled: 'hang-2' })).toBe(false);
    expect(frozen.has({ lost: true })).toBe(true);
    expect(other.has({ lost: true })).toBe(false);
  },
);

itInLongMode('a process that is frozen for less than its lease goes on', async () => {
  const [frozen, other] = [await startWorker(), await startWorker()];
  frozen.child.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, TIMES.leaseMs / 3));
  frozen.child.kill('SIGCONT');
  expect(await frozen.keep('plain-3')).toMatchObject({ outcome: 'enqueued' });
  await frozen.hears({ handled: 'plain-3' });
  expect(other.has({ event: 'worker-frozen' })).toBe(false);
});

itInLongMode(
  'a delivery that ends each process is given up once, after three takeovers, and none beside it is',
  async () => {
    const dying = await startWorker();
    dying.child.stdin?.write(['slow-4', 'kill-4'].map((id) => `${JSON.stringify(intentOf(id))}\n`).join(''));
    await dying.ended;
    const all = [dying];
    for (let takeover = 1; takeover <= 3; takeover += 1) {
      const next = await startWorker();
      all.push(next);
      await next.ended;
      expect(next.has({ handles: 'kill-4', hasFailedBefore: true })).toBe(true);
    }
    const last = [await startWorker(), await startWorker()];
    const said = () => [...all, ...last].flatMap((each) => each.said);
    await until(() => said().some(({ handled }) => handled === 'slow-4'));
    await until(() => said().some(({ givenUp }) => givenUp !== undefined));
    expect(await last[0]?.keep('plain-4')).toMatchObject({ outcome: 'enqueued' });
    await last[0]?.hears({ handled: 'plain-4' });
    const told = said().filter(({ givenUp }) => givenUp !== undefined);
    expect(told).toEqual([{ givenUp: 'kill-4', reason: 'process-ended-too-often' }]);
  },
  60_000,
);

itInLongMode('being told to stop counts against no delivery', async () => {
  for (let start = 1; start <= 5; start += 1) {
    const next = await startWorker();
    if (start === 1) await next.keep('drag-7');
    await next.hears({ handles: 'drag-7', hasFailedBefore: start > 1 });
    next.child.stdin?.end();
    await next.ended;
    expect(next.has({ givenUp: 'drag-7' })).toBe(false);
  }
});

itInLongMode(
  'work of another version is left to a process of that version, and given up when there is none',
  async () => {
    const [old, alsoOld, fresh] = [await startWorker('1'), await startWorker('1'), await startWorker('2')];
    await old.keep('drag-5');
    await old.kill();
    await alsoOld.hears({ handles: 'drag-5', hasFailedBefore: true });
    expect(fresh.has({ givenUp: 'drag-5' })).toBe(false);
    await alsoOld.kill();
    await fresh.hears({ givenUp: 'drag-5', reason: 'version-gone' });
    const next = await startWorker('2');
    expect(await next.keep('drag-5')).toMatchObject({ outcome: 'enqueued' });
    await next.hears({ handles: 'drag-5', hasFailedBefore: true });
    expect(next.has({ givenUp: 'drag-5' })).toBe(false);
  },
);

itInLongMode(
  'a PostgreSQL that restarts while deliveries come in loses none of them and stops no process',
  async () => {
    const all = [await startWorker(), await startWorker()];
    const [one, two] = all;
    await one?.keep('drag-6');
    for (let number = 0; number < 200; number += 1) {
      all[number % 2]?.child.stdin?.write(`${JSON.stringify(intentOf(`plain-6-${number}`))}\n`);
    }
    await until(() => one?.has({ handled: 'plain-6-40' }) === true);
    crashSessions();
    const answered = (name: string) => all.flatMap(({ said }) => said.flatMap((each) => each[name] ?? []));
    // The engine tries again after pauses that double.
    await until(() => answered('kept').length + answered('refused').length >= 201, 120_000);
    await until(() => all.every((each) => each.said.some(({ event }) => event === 'database-session-lost')));
    const kept = answered('kept').filter((id) => id !== 'drag-6');
    await until(() => kept.every((id) => answered('handled').includes(id)));
    expect(kept.length).toBeGreaterThan(40);
    expect(await two?.keep('plain-6-after')).toMatchObject({ outcome: 'enqueued' });
    await new Promise((resolve) => setTimeout(resolve, 2 * TIMES.leaseMs));
    expect(all.map((each) => each.has({ lost: true }))).toEqual([false, false]);
    expect(answered('handles').filter((id) => id === 'drag-6')).toHaveLength(1);
  },
  180_000,
);

/** One session dies by force, whereupon PostgreSQL ends all others and starts anew, as after a crash. */
function crashSessions(): void {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => serversBelow(yard.base).includes(pid));
  const backend = pids.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('[local]'));
  if (backend === undefined) throw new Error('no session');
  process.kill(backend, 'SIGKILL');
}
