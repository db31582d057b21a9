import { Client, type PoolConfig, type QueryResult } from 'pg';

/** A connection of its own, which holds the lock of this process. */
export type WorkerSession = {
  /** Rejects when it is not answered in time. */
  ask(text: string, values?: readonly unknown[]): Promise<QueryResult>;
  /** Nothing waits for a server that does not say goodbye. */
  drop(): void;
};

/** `onEnd` is told when the server or the network ends it, or `drop` does. */
export async function openWorkerSession(
  connection: PoolConfig,
  answerLimitMs: number,
  onEnd: () => void,
): Promise<WorkerSession> {
  const client = new Client({ ...connection, keepAlive: true, query_timeout: answerLimitMs });
  client.on('error', onEnd);
  client.on('end', onEnd);
  const drop = () => void client.end().catch(() => {});
  try {
    await client.connect();
  } catch (error) {
    drop();
    throw error;
  }
  return { ask: (text, values = []) => client.query(text, [...values]), drop };
}
