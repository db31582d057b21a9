import { Pool, type PoolConfig } from 'pg';
import type { Log } from '../../review/index.js';
import { startEmbeddedPostgres } from '../embedded/index.js';
import { unavailableFor } from '../unavailable.js';
import { refusePooler } from './refuse-pooler.js';

const CONNECT_LIMIT_MS = 5_000;
/** The engine's own default; a process with its worker slot uses one more. */
const MAX_CONNECTIONS = 10;
/** A process that is stopped amid a transaction must not hold its rows from the one that takes over. */
const IDLE_TRANSACTION_LIMIT_MS = 10_000;

/** `url`: any PostgreSQL. `dataDirectory`: one of our own, in this folder. */
export type DatabasePlace = { readonly url: string } | { readonly dataDirectory: string };

export type Database = {
  readonly pool: Pool;
  /** For what needs a session of its own. */
  readonly connection: PoolConfig;
  close(): Promise<void>;
};

/** Reach the database, starting it when it is our own. Throws `database_unavailable` or `database_in_use`. */
export async function openDatabase(
  place: DatabasePlace,
  world: { readonly log: Log; readonly environment: Readonly<Record<string, string | undefined>> },
): Promise<Database> {
  const own = 'url' in place ? null : await startEmbeddedPostgres({ dataDirectory: place.dataDirectory, ...world });
  const to: PoolConfig = 'url' in place ? { connectionString: place.url } : { ...own?.connection, ssl: false };
  const connection = { ...to, connectionTimeoutMillis: CONNECT_LIMIT_MS, application_name: 'plumbline' };
  const pool = new Pool({
    ...connection,
    max: MAX_CONNECTIONS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
  });
  pool.on('error', (error) => world.log.warn({ reason: error.message }, 'database-connection-lost'));
  const close = async () => {
    await pool.end();
    await own?.stop();
  };
  try {
    await refusePooler(connection);
  } catch (error) {
    await close();
    throw unavailableFor(error);
  }
  return { pool, connection, close };
}
