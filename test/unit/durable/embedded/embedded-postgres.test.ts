import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { EmbeddedPostgres } from '../../../../src/durable/embedded/index.js';
import {
  type Connection,
  createDatabaseYard,
  listeningSockets,
  postmasterPid,
  query,
  queryLater,
  serversBelow,
  until,
} from '../../../support/embedded-database.js';

jest.setTimeout(60_000);

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = IS_ROOT ? { uid: 65_534, gid: 65_534 } : {};
let yard: Awaited<ReturnType<typeof createDatabaseYard>>;
let directory: string;
let running: EmbeddedPostgres;

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const rowsIn = (connection: Connection) => query<{ word: string }>(connection, 'SELECT word FROM kept ORDER BY word');
const add = (connection: Connection, word: string) => query(connection, `INSERT INTO kept VALUES ('${word}')`);

beforeAll(async () => {
  yard = await createDatabaseYard();
  directory = join(yard.base, 'a "place" with $blanks, änd 語');
  running = await yard.start(directory);
  await query(running.connection, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('first')");
});

afterAll(() => yard.clear());

it('starts a server that puts what it is told on the disk, and makes a database that keeps any text', async () => {
  const settings = "current_setting('fsync') AS fsync, current_setting('server_version_num')::int / 10000 AS major";
  const [row] = await query(running.connection, `SELECT ${settings}, upper('ä語') AS text, current_database() AS name`);
  expect(row).toEqual({ fsync: 'on', major: 18, text: 'Ä語', name: 'plumbline' });
});

it('keeps password, socket and files from everybody else', () => {
  expect({
    root: modeOf(directory),
    socket: modeOf(running.connection.host),
    password: modeOf(join(directory, 'server/password')),
    log: modeOf(join(directory, 'server.log')),
  }).toEqual({ root: '700', socket: '700', password: '600', log: '600' });
  expect(readFileSync(join(directory, 'server/password'), 'utf8')).toBe(running.connection.password);
});

it('lets nobody in without the password', async () => {
  const guess = { ...running.connection, password: 'password' };
  await expect(query(guess, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

it('does not listen by TCP', () => {
  expect(listeningSockets(postmasterPid(directory) ?? 0)).toEqual([]);
});

it('never runs as root', () => {
  expect(statSync(`/proc/${postmasterPid(directory)}`).uid).not.toBe(0);
  expect(statSync(`/proc/${postmasterPid(directory)}`).uid).toBe(statSync(directory).uid);
});

it('refuses a second process, and says how several work together', async () => {
  const { answer } = await yard.startOwner(directory);
  expect(answer).toMatchObject({ code: 'database_in_use', message: expect.stringContaining(directory) });
  expect(answer.help).toContain('DATABASE_URL');
  expect(await rowsIn(running.connection)).toHaveLength(1);
});

it.each(['SIGKILL', 'SIGINT'] as const)(
  'starts a server again that died of %s, and nothing is lost',
  async (signal) => {
    const pid = postmasterPid(directory);
    await add(running.connection, signal);
    process.kill(pid ?? 0, signal);
    await until(() => ![pid, null].includes(postmasterPid(directory)));
    const word = `SELECT word FROM kept WHERE word = '${signal}'`;
    expect(await queryLater(running.connection, word)).toEqual([{ word: signal }]);
  },
);

it('stops so that nothing is left running, however often it is told', async () => {
  await Promise.all([running.stop(), running.stop()]);
  expect(serversBelow(yard.base)).toEqual([]);
  expect(existsSync(join(directory, 'server/cluster/postmaster.pid'))).toBe(false);
});

it('uses the server again that a killed process has left behind, and gave that server none of our secrets', async () => {
  const secrets = { OPENAI_API_KEY: 'sk-of-ours', PGPASSWORD: 'theirs', PGOPTIONS: '-c fsync=off' };
  const { child, answer } = await yard.startOwner(directory, {}, secrets);
  await add(answer.connection, 'second');
  const pid = postmasterPid(directory);
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  // The whole group: as a terminal or a supervisor would.
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await once(child, 'exit');

  running = await yard.start(directory, { smartStopLimitMs: 300 });
  expect(variables.sort()).toEqual(['LC_ALL=C.UTF-8', 'TZ=UTC']);
  expect(postmasterPid(directory)).toBe(pid);
  expect(running.connection).toEqual(answer.connection);
  expect(await rowsIn(running.connection)).toContainEqual({ word: 'second' });
});

it('stops within its limit when a session stays open', async () => {
  const sleeper = query(running.connection, 'SELECT pg_sleep(60)').catch((error: unknown) => error);
  await running.stop();
  expect(serversBelow(yard.base)).toEqual([]);
  expect(await sleeper).toBeInstanceOf(Error);
});

it('takes no other process for the server because it has its number', async () => {
  const { uid, gid } = statSync(join(directory, 'server'));
  const stranger = yard.startNode(['-e', 'setInterval(() => {}, 1000)'], IS_ROOT ? { uid, gid } : {});
  const cluster = join(directory, 'server/cluster');
  writeFileSync(join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n1\n5432\n${directory}/socket\n\n`);
  mkdirSync(join(directory, 'socket'), { recursive: true });
  writeFileSync(join(directory, 'socket/.s.PGSQL.5432.lock'), `${stranger.pid}\n${cluster}\n`);

  const again = await yard.start(directory);
  const rows = await rowsIn(again.connection);
  await again.stop();
  expect(rows).toContainEqual({ word: 'second' });
  expect(stranger.kill()).toBe(true);
});

it('starts over the empty pid file that a power failure leaves', async () => {
  const path = join(directory, 'server/cluster/postmaster.pid');
  writeFileSync(path, '');
  utimesSync(path, 1, 1);
  const again = await yard.start(directory);
  await again.stop();
  expect(existsSync(path)).toBe(false);
});

it('refuses a server with another password than ours and leaves none running', async () => {
  const path = join(directory, 'server/password');
  const password = readFileSync(path, 'utf8');
  writeFileSync(path, 'another');
  await expect(yard.start(directory)).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('refuses our password'),
  });
  writeFileSync(path, password);
  expect(serversBelow(yard.base)).toEqual([]);
});

it('refuses the data of another major version, says what to do, and changes nothing', async () => {
  const path = join(directory, 'server/cluster/PG_VERSION');
  writeFileSync(path, '17\n');
  await expect(yard.start(directory)).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('made by PostgreSQL 17, this plumbline brings PostgreSQL 18'),
    help: expect.stringMatching(/move .* away.*DATABASE_URL/),
  });
  expect(readFileSync(path, 'utf8')).toBe('17\n');
  writeFileSync(path, '18\n');
});

it('says what PostgreSQL said when it does not start', async () => {
  const path = join(directory, 'server/cluster/postgresql.conf');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, `${text}\nno_such_setting = 1\n`);
  await expect(yard.start(directory)).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('postgresql.conf'),
    help: expect.stringContaining('DATABASE_URL'),
  });
  writeFileSync(path, text);
});

it('serves a data directory whose path is too long for a socket, at a place for its owner alone', async () => {
  const long = join(yard.base, 'far'.repeat(30), 'away'.repeat(20));
  await mkdir(join(long, '..'), { recursive: true });
  await rename(directory, long);
  const again = await yard.start(long);
  const { host } = again.connection;
  expect([host.length < 80, modeOf(host)]).toEqual([true, '700']);
  expect(await rowsIn(again.connection)).toContainEqual({ word: 'first' });
  await again.stop();
  expect(existsSync(host)).toBe(false);
});

it('makes one cluster when two processes start for the first time at once, as a user that is not root', async () => {
  const open = join(yard.base, 'open');
  await mkdir(open);
  chmodSync(open, 0o777);
  const shared = join(open, 'shared');
  const owners = await Promise.all([yard.startOwner(shared, NOBODY), yard.startOwner(shared, NOBODY)]);
  expect(owners.map(({ answer }) => answer.code ?? 'owner').sort()).toEqual(['database_in_use', 'owner']);
  expect((await readdir(shared)).sort()).toEqual(['server', 'server.log', 'socket']);

  const owner = owners.find(({ answer }) => answer.code === undefined);
  owner?.child.stdin.write('stop\n');
  if (owner !== undefined) await once(owner.child, 'exit');
  expect(serversBelow(yard.base)).toEqual([]);
});

it('refuses a folder that holds something else, and leaves it as it is', async () => {
  const home = join(yard.base, 'home');
  await mkdir(home, { mode: 0o755 });
  writeFileSync(join(home, 'letter.txt'), '');
  await expect(yard.start(home)).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('letter.txt'),
    help: expect.stringContaining('DATABASE_URL'),
  });
  expect([modeOf(home), await readdir(home)]).toEqual(['755', ['letter.txt']]);
});

it('says why a data directory cannot be made', async () => {
  const file = join(yard.base, 'file');
  writeFileSync(file, '');
  await expect(yard.start(join(file, 'data'))).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringMatching(/file.*: a part of the path is not a folder/),
    help: expect.stringContaining('DATABASE_URL'),
  });
});

it('says which folder is closed to whoever runs the server', async () => {
  const closed = join(yard.base, 'closed');
  await mkdir(closed, { mode: IS_ROOT ? 0o700 : 0o500 });
  await expect(yard.start(join(closed, 'data'))).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringMatching(IS_ROOT ? /may not enter .*closed/ : /closed.*: permission denied/),
    help: expect.stringContaining('DATABASE_URL'),
  });
  expect((await stat(closed)).isDirectory()).toBe(true);
});

/** Only root can be another user. */
if (IS_ROOT) {
  it('says what initdb lacks under a user id without a name', async () => {
    const uid = 4_711_471;
    const open = join(yard.base, 'nameless');
    await mkdir(open);
    chmodSync(open, 0o777);
    const { answer } = await yard.startOwner(join(open, 'data'), { uid, gid: uid });
    expect(answer).toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining(`the user id ${uid} has no name`),
      help: expect.stringMatching(/\/etc\/passwd.*DATABASE_URL/),
    });
    expect(await readdir(join(open, 'data'))).toEqual([]);
  });
}
