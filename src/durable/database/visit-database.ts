import { Pool, type PoolConfig } from 'pg';
import { findServer } from '../embedded/find-server.js';
import { unavailable, unavailableFor } from '../unavailable.js';
import type { Database, DatabasePlace } from './open-database.js';

const CONNECT_LIMIT_MS = 5_000;

/**
 * Reach the database of a service beside it, to look and to ask. Starts none: where the service keeps its own and does not run,
 * there is nobody to ask. Throws `database_unavailable`.
 */
export async function visitDatabase(place: DatabasePlace): Promise<Database> {
  const connection: PoolConfig = {
    ...(await addressOf(place)),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'plumbline visitor',
  };
  const pool = new Pool({ ...connection, max: 2 });
  pool.on('error', () => {});
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw 'url' in place ? unavailableFor(error) : nobodyAt(place.dataDirectory, error);
  }
  return { pool, connection, close: () => pool.end() };
}

async function addressOf(place: DatabasePlace): Promise<PoolConfig> {
  if ('url' in place) return { connectionString: place.url };
  const server = await findServer(place.dataDirectory);
  if (server === null) throw nobodyAt(place.dataDirectory);
  return { ...server, ssl: false };
}

function nobodyAt(dataDirectory: string, cause?: unknown) {
  return unavailable(
    `no server runs in ${dataDirectory}`,
    'start `plumbline serve` there first, name its folder with PLUMBLINE_DATA_DIR, or its database with DATABASE_URL',
    cause,
  );
}
