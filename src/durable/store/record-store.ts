import type { Pool } from 'pg';
import { emptyRecord, type RecordStore, type ReviewRecord } from '../../review/index.js';

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
    const { rowCount } = await pool.query(
      `insert into plumbline.records as standing (key, version, body) values ($1, 1, $3)
       on conflict (key) do update set version = standing.version + 1, body = $3, changed_at = now()
       where standing.version = $2`,
      [key, version, JSON.stringify(record)],
    );
    return rowCount === 1;
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
  };
}
