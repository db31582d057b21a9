import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/durable/index.js';
import { silentLog } from '../../src/silent-log.js';
import { createDatabaseYard } from '../support/embedded-database.js';
import { startRenumberingPooler } from '../support/renumbering-pooler.js';

let yard: Awaited<ReturnType<typeof createDatabaseYard>>;
let server: Awaited<ReturnType<typeof yard.start>>;
beforeAll(async () => {
  yard = await createDatabaseYard();
  server = await yard.start(`${yard.base}/data`);
});
afterAll(async () => {
  await server.stop();
  yard.clear();
});

it('a database behind a connection pooler is refused, with what to name instead', async () => {
  const { database, host, password, port, user } = server.connection;
  const pooler = await startRenumberingPooler(`${host}/.s.PGSQL.${port}`);
  const url = `postgresql://${user}:${password}@127.0.0.1:${pooler.port}/${database}`;
  const opening = openDatabase({ url }, { log: silentLog, environment: {} });
  await expect(opening).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('a connection pooler stands before it'),
    help: expect.stringContaining('Name PostgreSQL itself in DATABASE_URL'),
  });
  await pooler.close();
});
