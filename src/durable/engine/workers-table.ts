import type { Pool } from 'pg';
import type { WorkerSession } from './worker-session.js';

/** First key of our advisory locks: "plum" as a number. The second is the number of the process, 0 while the table is made. */
const LOCK_CLASS = 0x706c756d;

/**
 * A row says that a process has begun and was not taken over: it is made once, under the lock, and who takes over deletes it. Its
 * number is never used again. The lock says that the process has a session.
 */
const MAKE_TABLE = `select pg_advisory_xact_lock(${LOCK_CLASS}, 0);
  create schema if not exists plumbline;
  create sequence if not exists plumbline.worker_numbers as int;
  create table if not exists plumbline.workers (
    number int primary key, version text not null, backend_pid int not null, beat_at timestamptz not null)`;

const TRY_LOCK = `select pg_try_advisory_lock(${LOCK_CLASS}, $1) as taken`;

/** Only a session that still holds the lock of its number. */
const END_SESSION = `select w.number, pg_terminate_backend(w.backend_pid) from plumbline.workers w join pg_locks l
  on l.pid = w.backend_pid and l.locktype = 'advisory' and l.granted and l.objsubid = 2
  and l.classid = ${LOCK_CLASS} and l.objid = w.number::bigint::oid
  and l.database = (select oid from pg_database where datname = current_database())`;

export async function enterWorker(session: WorkerSession, version: string): Promise<number> {
  await session.ask(MAKE_TABLE);
  const { rows } = await session.ask(`select nextval('plumbline.worker_numbers')::int as number`);
  const number: number = rows[0].number;
  await session.ask(TRY_LOCK, [number]);
  await session.ask('insert into plumbline.workers values ($1, $2, pg_backend_pid(), now())', [number, version]);
  return number;
}

/** False when another process has taken over. */
export async function beatOnce(session: WorkerSession, number: number): Promise<boolean> {
  const { rowCount } = await session.ask('update plumbline.workers set beat_at = now() where number = $1', [number]);
  return rowCount === 1;
}

/** Take the own number back into a new session. `not-yet`: an older session, perhaps the own one, still has it. */
export async function regainWorker(session: WorkerSession, number: number): Promise<'regained' | 'not-yet' | 'taken'> {
  const { rows } = await session.ask(TRY_LOCK, [number]);
  if (rows[0]?.taken === true) {
    const text = 'update plumbline.workers set backend_pid = pg_backend_pid(), beat_at = now() where number = $1';
    return (await session.ask(text, [number])).rowCount === 1 ? 'regained' : 'taken';
  }
  await session.ask(`${END_SESSION} where w.number = $1`, [number]);
  const { rowCount } = await session.ask('select 1 from plumbline.workers where number = $1', [number]);
  return rowCount === 1 ? 'not-yet' : 'taken';
}

export async function leaveWorker(session: WorkerSession, number: number): Promise<void> {
  await session.ask('delete from plumbline.workers where number = $1', [number]);
}

/** End the sessions of those who have not beaten for so long. Gives their numbers. */
export async function endFrozen(pool: Pool, own: number, leaseMs: number): Promise<readonly number[]> {
  const text = `${END_SESSION} where w.number <> $1 and w.beat_at < now() - $2 * interval '1 millisecond'`;
  const { rows } = await pool.query(text, [own, leaseMs]);
  return rows.map(({ number }) => number);
}

/** Delete the rows of those whose lock nobody holds: from here on they cannot come back. Gives their numbers. */
export async function strikeDead(pool: Pool, own: number): Promise<readonly number[]> {
  const text = `delete from plumbline.workers
    where number <> $1 and pg_try_advisory_xact_lock(${LOCK_CLASS}, number) returning number`;
  const { rows } = await pool.query(text, [own]);
  return rows.map(({ number }) => number);
}

export async function listWorkers(pool: Pool): Promise<readonly { number: number; version: string }[]> {
  return (await pool.query('select number, version from plumbline.workers')).rows;
}
