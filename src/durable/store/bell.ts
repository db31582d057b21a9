import { Client, type Pool, type PoolConfig } from 'pg';
import type { Log } from '../../review/index.js';
import { type Message, readMessage } from './messages.js';

const CHANNEL = 'plumbline_bell';
/** A database that restarts is back soon; what was rung meanwhile is told by the records. */
const REDIAL_MS = 1_000;

export type Bell = {
  /** Tell the other processes of this database. Best effort: a failure is logged. */
  ring(message: Message): Promise<void>;
  close(): Promise<void>;
};

/** Ring for every process that hears. Rejects when the database cannot be asked. */
export async function ringOnce(pool: Pool, ownId: string, message: Message): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [CHANNEL, `${ownId} ${JSON.stringify(message)}`]);
}

/** Hear what other processes of this database ring, and ring for them. Never hears itself. */
export function createBell(
  { connection, log, pool }: { readonly pool: Pool; readonly connection: PoolConfig; readonly log: Log },
  ownId: string,
  hear: (message: Message) => void,
): Bell {
  let isClosed = false;
  let session: Client | null = null;
  let redial: NodeJS.Timeout | undefined;

  function dialAgain(): void {
    if (isClosed || redial !== undefined) return;
    redial = setTimeout(() => {
      redial = undefined;
      void dial();
    }, REDIAL_MS).unref();
  }

  async function dial(): Promise<void> {
    const client = new Client({ ...connection, keepAlive: true });
    session = client;
    client.on('error', dialAgain);
    client.on('end', dialAgain);
    client.on('notification', ({ payload = '' }) => {
      const [from, ...words] = payload.split(' ');
      const message = readMessage(words.join(' '));
      if (from !== ownId && message !== null) hear(message);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      await client.end().catch(() => {});
      dialAgain();
    }
  }

  void dial();
  return {
    ring: async (message) => {
      await ringOnce(pool, ownId, message).catch((error: unknown) => {
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'bell-not-rung');
      });
    },
    close: async () => {
      isClosed = true;
      clearTimeout(redial);
      await session?.end().catch(() => {});
    },
  };
}
