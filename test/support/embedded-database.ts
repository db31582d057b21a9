import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/durable/embedded/index.js';
import { silentLog } from '../../src/silent-log.js';

export type Connection = EmbeddedPostgres['connection'];
export type Answer = { connection: Connection; code?: string; message?: string; help?: string };

/** Folders for databases, and what was started on them; `clear` ends and removes all of it. */
export async function createDatabaseYard() {
  const base = mkdtempSync(join(tmpdir(), 'plumbline-yard-'));
  // Who runs PostgreSQL for root passes here too.
  await chmod(base, 0o755);
  const processes: ChildProcess[] = [];

  function startNode(args: readonly string[], user: { uid?: number; gid?: number } = {}, secrets = {}) {
    const env = { ...process.env, ...secrets };
    const child = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'], env, ...user });
    processes.push(child);
    return child;
  }

  return {
    base,
    startNode,
    start: (dataDirectory: string, limits: { smartStopLimitMs?: number } = {}) =>
      startEmbeddedPostgres({ dataDirectory, log: silentLog, environment: {}, ...limits }),
    /** A process of its own that owns the database, and its answer. */
    startOwner: async (directory: string, user = {}, secrets = {}) => {
      const child = startNode(['test/support/own-database.js', directory], user, secrets);
      const [line] = await once(createInterface(child.stdout), 'line');
      const answer: Answer = JSON.parse(line);
      return { child, answer };
    },
    /** Stop every server in its tracks, as a machine without breath does; `resume` lets them go on. */
    pause: () => signalServers(base, 'SIGSTOP'),
    resume: () => signalServers(base, 'SIGCONT'),
    clear: () => {
      for (const child of processes) child.kill('SIGKILL');
      for (const pid of serversBelow(base)) process.kill(pid, 'SIGKILL');
      rmSync(base, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

function signalServers(base: string, signal: NodeJS.Signals): void {
  for (const pid of serversBelow(base)) process.kill(pid, signal);
}

/** Every process of PostgreSQL that works in a folder below this one. */
export function serversBelow(base: string): readonly number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(base) && pid !== process.pid;
    } catch {
      return false;
    }
  });
}

/** The address of a running server, as an operator would write it. */
export function databaseUrl({ connection }: Pick<EmbeddedPostgres, 'connection'>): string {
  const { database, host, password, port, user } = connection;
  return `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user, password })}`;
}

/** The number in the server's own file; null when it has none. */
export function postmasterPid(directory: string): number | null {
  const path = join(directory, 'server/cluster/postmaster.pid');
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : null;
}

export async function until(holds: () => boolean, limitMs = 40_000): Promise<void> {
  for (const untilMs = Date.now() + limitMs; !holds(); await sleep(20)) {
    if (Date.now() > untilMs) throw new Error(`it did not happen within ${limitMs / 1_000} s`);
  }
}

export async function query<Row extends object>(connection: Connection, text: string): Promise<Row[]> {
  const client = new Client({ ...connection, ssl: false });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Ask until it answers; a server that has died takes a moment. */
export async function queryLater<Row extends object>(connection: Connection, text: string): Promise<Row[]> {
  for (const untilMs = Date.now() + 15_000; ; await sleep(50)) {
    try {
      return await query<Row>(connection, text);
    } catch (error) {
      if (Date.now() > untilMs) throw error;
    }
  }
}

/** Addresses on which the process listens by TCP, as the kernel lists them. */
export function listeningSockets(pid: number): readonly string[] {
  const own = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
  const tables = [`/proc/${pid}/net/tcp`, `/proc/${pid}/net/tcp6`].filter((path) => existsSync(path));
  const rows = tables.flatMap((path) => readFileSync(path, 'utf8').trim().split('\n').slice(1));
  return rows
    .map((row) => row.trim().split(/\s+/))
    .flatMap((row) => (own.includes(row[9] ?? '') ? [row[1] ?? ''] : []));
}
