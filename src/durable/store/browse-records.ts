import type { Pool } from 'pg';
import type { ReviewRecord } from '../../review/index.js';

/** What people look up by hand. */
export type RecordBrowser = {
  /** Those that changed last, newest first. */
  newest(count: number): Promise<readonly ReviewRecord[]>;
  /** Null when no record has a run of this id. */
  ofRun(runId: string): Promise<ReviewRecord | null>;
  /** Every record of a pull request with this number on this host. Names are not asked for: they change. */
  ofPullRequest(host: string, number: number): Promise<readonly ReviewRecord[]>;
};

export function browseRecords(pool: Pool): RecordBrowser {
  const ask = async (text: string, values: readonly unknown[]): Promise<readonly ReviewRecord[]> => {
    const { rows } = await pool.query(text, [...values]);
    return rows.map(({ body }) => JSON.parse(body));
  };
  return {
    newest: (count) => ask('select body from plumbline.records order by changed_at desc limit $1', [count]),
    ofRun: async (runId) => {
      const text =
        'select body from plumbline.records join plumbline.run_records on record_key = key where run_id = $1';
      return (await ask(text, [runId]))[0] ?? null;
    },
    ofPullRequest: (host, number) =>
      ask('select body from plumbline.records where starts_with(key, $1) and right(key, length($2)) = $2', [
        `${host}/`,
        `/${number}`,
      ]),
  };
}
