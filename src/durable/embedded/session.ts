import { realpath } from 'node:fs/promises';
import { Client } from 'pg';
import { codeOf } from './failures.js';
import { SUPERUSER } from './make-cluster.js';

export const DATABASE = 'plumbline';
/** The number of our advisory lock in the database `postgres`: who holds it owns the data directory. */
const OWNER_LOCK = 7_162_534_001;
const CONNECT_LIMIT_MS = 5_000;
const QUERY_LIMIT_MS = 30_000;

export type Address = { readonly host: string; readonly port: number };

/** What a look at the server's address gave. `owned`: we hold the lock, for as long as the session lives. */
export type Look =
  | { readonly kind: 'owned'; readonly session: Client; readonly ended: Promise<void> }
  | { readonly kind: 'owned_by_another' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'foreign'; readonly reason: string };

/** Look who is there and take the lock. A server with another password or another cluster is not ours. */
export async function lookAt({ host, port }: Address, password: string, cluster: string): Promise<Look> {
  const session = new Client({
    host,
    port,
    password,
    user: SUPERUSER,
    database: 'postgres',
    ssl: false,
    keepAlive: true,
    application_name: 'plumbline owner',
    // Also keeps PGOPTIONS of our environment away.
    options: '-c statement_timeout=0 -c idle_session_timeout=0',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: QUERY_LIMIT_MS,
  });
  // A lost session is told by its end.
  session.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    session.once('end', resolve);
  });
  try {
    await session.connect();
    const refusal = await askFor(session, cluster);
    if (refusal === null) return { kind: 'owned', session, ended };
    await endSession(session);
    return refusal;
  } catch (error) {
    await endSession(session);
    return failedLook(error);
  }
}

/** Null when the lock is ours. */
async function askFor(session: Client, cluster: string): Promise<Look | null> {
  const { rows } = await session.query<{ data_directory: string }>('SHOW data_directory');
  const found = rows[0]?.data_directory ?? '';
  if ((await realpath(found).catch(() => found)) !== cluster) {
    return { kind: 'foreign', reason: `it serves ${found}` };
  }
  const lock = await session.query<{ is_ours: boolean }>('SELECT pg_try_advisory_lock($1) AS is_ours', [OWNER_LOCK]);
  return lock.rows[0]?.is_ours === true ? null : { kind: 'owned_by_another' };
}

/** Class 28: the password is not known there. 57P: it starts or ends, or drops all sessions. 53: it is short of something. */
function failedLook(error: unknown): Look {
  const code = codeOf(error);
  if (['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(code)) return { kind: 'absent' };
  if (/^28...$|^EACCES$/.test(code)) return { kind: 'foreign', reason: 'it refuses our password' };
  const isRefusal = /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !/^(57P|53)/.test(code);
  return isRefusal ? { kind: 'foreign', reason: `it refuses our session (${code})` } : { kind: 'busy' };
}

/** The end of a session that may hang or be broken already. */
export async function endSession(session: Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CONNECT_LIMIT_MS);
  });
  await Promise.race([session.end().catch(() => {}), limit]);
  clearTimeout(timer);
}

/** Make our database in a new cluster. */
export async function makeDatabase(session: Client): Promise<void> {
  const found = await session.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (found.rowCount === 0) await session.query(`CREATE DATABASE ${DATABASE}`);
}
