import { Client, type ClientConfig } from 'pg';
import { unavailable } from '../unavailable.js';

/**
 * A pooler between us and PostgreSQL would lend one session to several processes, and with it the locks that hold them apart. It
 * makes up the number that a client is told of its session. Throws `database_unavailable` when the session has another one, and what
 * the driver throws when there is no session. `connection` must ask for nothing at start that poolers do not know.
 */
export async function refusePooler(connection: ClientConfig): Promise<void> {
  const session = new Client(connection);
  session.on('error', () => {});
  try {
    await session.connect();
    const { rows } = await session.query('select pg_backend_pid() as pid');
    const told: unknown = 'processID' in session ? session.processID : null;
    if (told === rows[0]?.pid) return;
  } finally {
    session.end().catch(() => {});
  }
  throw unavailable(
    'a connection pooler stands before it',
    'Name PostgreSQL itself in DATABASE_URL, not a pooler such as PgBouncer: the locks that hold processes apart need sessions of their own.',
  );
}
