import type { Pool } from 'pg';
import { emptyRecord, ownerOf, type RecordStore, type ReviewRecord } from '../../review/index.js';

const WRITE = `
  insert into plumbline.records as standing (key, version, body, installation_id, repository_id)
  values ($1, 1, $3, $4, $5)
  on conflict (key) do update
    set version = standing.version + 1, body = $3, changed_at = now(),
      installation_id = coalesce($4, standing.installation_id), repository_id = coalesce($5, standing.repository_id)
    where standing.version = $2`;

const NAME_RUNS = `
  insert into plumbline.run_records (run_id, record_key)
  select run_id, $1 from unnest($2::text[]) as run_id on conflict do nothing`;

const ERASE = `
  with gone as (
    delete from plumbline.records
    where installation_id = $1 and ($2::bigint[] is null or repository_id = any ($2))
    returning key
  ), forgotten as (
    delete from plumbline.journal using plumbline.run_records as run, gone
    where run.record_key = gone.key and journal.run_id = run.run_id
  )
  select count(*)::int as erased from gone`;

/** Records as rows, each changed as a whole: who finds that somebody else was faster reads again. */
export function createDatabaseRecordStore(pool: Pool): RecordStore {
  async function read(key: string): Promise<{ readonly version: string; readonly record: ReviewRecord }> {
    const { rows } = await pool.query('select version, body from plumbline.records where key = $1', [key]);
    const row = rows[0];
    return row === undefined
      ? { version: '0', record: emptyRecord(key) }
      : { version: row.version, record: JSON.parse(row.body) };
  }

  async function isWritten(key: string, version: string, record: ReviewRecord): Promise<boolean> {
    const owner = ownerOf(record);
    const of = [owner?.installationId ?? null, owner?.repository.id ?? null];
    const { rowCount } = await pool.query(WRITE, [key, version, JSON.stringify(record), ...of]);
    if (rowCount !== 1) return false;
    await pool.query(NAME_RUNS, [key, record.revisions.map(({ runId }) => runId)]);
    return true;
  }

  return {
    read: async (key) => (await read(key)).record,
    change: async (key, change) => {
      for (;;) {
        const { record, version } = await read(key);
        const changed = change(record);
        if (changed === null) return record;
        if (await isWritten(key, version, changed)) return changed;
      }
    },
    erase: async ({ installationId, repositoryIds }) => {
      const { rows } = await pool.query(ERASE, [installationId, repositoryIds]);
      return rows[0].erased;
    },
  };
}
