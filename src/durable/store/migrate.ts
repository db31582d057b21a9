import type { Pool, PoolClient } from 'pg';
import { unavailable } from '../unavailable.js';
import { MIGRATIONS } from './migrations.js';

/** "plumbmig": one process changes the schema at a time. */
const MIGRATION_LOCK = '8101819176894363239';

/**
 * Bring the schema to the newest version, from any earlier one; all of it or nothing. Throws `database_unavailable` when the
 * schema was made by a newer release.
 */
export async function migrate(pool: Pool, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  const session = await pool.connect();
  try {
    // Before the transaction begins, which else would not see what another process has just made.
    await session.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await session.query('begin');
    await applyFrom(await versionOf(session), session, migrations);
    await session.query('commit');
  } catch (error) {
    await session.query('rollback').catch(() => {});
    throw error;
  } finally {
    await session.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
    session.release();
  }
}

async function versionOf(session: PoolClient): Promise<number> {
  await session.query(`create schema if not exists plumbline;
    create table if not exists plumbline.migrations (version int primary key, at timestamptz not null default now())`);
  const { rows } = await session.query('select coalesce(max(version), 0) as version from plumbline.migrations');
  return rows[0].version;
}

async function applyFrom(version: number, session: PoolClient, migrations: readonly string[]): Promise<void> {
  if (version > migrations.length) {
    throw unavailable(
      `its schema has version ${version}, and this release knows ${migrations.length}`,
      'Start the newer release of Plumbline that has used it, or name another database.',
    );
  }
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue;
    await session.query(step);
    await session.query('insert into plumbline.migrations (version) values ($1)', [index + 1]);
  }
}
