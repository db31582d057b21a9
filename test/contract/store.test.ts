import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createMemoryJournals,
  createMemoryRecordStore,
  type Database,
  expireJournal,
  openDatabase,
  openStore,
} from '../../src/durable/index.js';
import { migrate } from '../../src/durable/store/migrate.js';
import { MIGRATIONS } from '../../src/durable/store/migrations.js';
import { emptyRecord, type RecordStore, type ReviewRecord } from '../../src/review/index.js';
import { beginRevision } from '../../src/review/lifecycle/index.js';
import { silentLog } from '../../src/silent-log.js';
import { aComment, anIntentOf } from '../support/builders/intake.js';
import { aJob } from '../support/builders/record.js';
import { createDatabaseYard } from '../support/embedded-database.js';

let yard: Awaited<ReturnType<typeof createDatabaseYard>>;
let database: Database;
beforeAll(async () => {
  yard = await createDatabaseYard();
  database = await openDatabase({ dataDirectory: `${yard.base}/data` }, { log: silentLog, environment: {} });
});
afterAll(async () => {
  await database.close();
  yard.clear();
});

describe.each([
  ['in memory', async () => ({ records: createMemoryRecordStore(), journalFor: createMemoryJournals() })],
  ['in the database', () => openStore(database, silentLog)],
])('what is kept %s', (_where, open) => {
  it('is a record as it was changed last', async () => {
    const { records } = await open();
    expect(await records.read('h/1/1')).toEqual(emptyRecord('h/1/1'));
    expect(await records.change('h/1/1', numbered(4))).toMatchObject({ nextFindingNumber: 4 });
    expect(await records.read('h/1/1')).toMatchObject({ key: 'h/1/1', nextFindingNumber: 4 });
    expect(await records.read('h/1/2')).toEqual(emptyRecord('h/1/2'));
  });

  it('is left alone by a change that gives nothing', async () => {
    const { records } = await open();
    await records.change('h/1/3', numbered(2));
    expect(await records.change('h/1/3', () => null)).toMatchObject({ nextFindingNumber: 2 });
  });

  it('loses none of the changes that come at once', async () => {
    const { records } = await open();
    await Promise.all(Array.from({ length: 20 }, () => countUp(records)));
    expect(await records.read('h/1/4')).toMatchObject({ nextFindingNumber: 21 });
  });

  it('takes every text that a person or a model may send', async () => {
    const { records } = await open();
    const why = 'a\u0000b \ud800 \u{1f600} "\\"';
    const said = { number: 1, groupKey: 'g', fingerprint: 'f', state: 'dismissed' as const, by: 'ada', why, atMs: 1 };
    await records.change('h/1/5', (record) => ({ ...record, dispositions: [said] }));
    expect((await records.read('h/1/5')).dispositions).toEqual([said]);
  });

  it.each([
    ['of a whole installation', null, 0],
    ['of one of its repositories', [1], 1],
  ])('is erased %s, and no other', async (_what, repositoryIds, left) => {
    const { records } = await open();
    const of = (installationId: number, id: number) => (record: ReviewRecord) => {
      const intent = { ...anIntentOf(aComment()), installationId, repository: { owner: 'octo', name: 'shop', id } };
      const runId = `run-${installationId}-${id}`;
      return beginRevision(record, { runId, intent, job: aJob(), startedAtMs: 1 });
    };
    await records.change('h/1/20', of(7, 1));
    await records.change('h/2/20', of(7, 2));
    await records.change('h/1/21', of(8, 1));
    expect(await records.erase({ installationId: 7, repositoryIds })).toBe(2 - left);
    expect((await records.read('h/1/20')).revisions).toEqual([]);
    expect((await records.read('h/2/20')).revisions).toHaveLength(left);
    expect((await records.read('h/1/21')).revisions).toHaveLength(1);
    await records.erase({ installationId: 7, repositoryIds: null });
    await records.erase({ installationId: 8, repositoryIds: null });
  });

  it('is the first value of a key, for which work is done once', async () => {
    const journal = (await open()).journalFor('run-1', silentLog);
    let done = 0;
    const work = async () => {
      done += 1;
      return { text: `answer ${done}\u0000` };
    };
    expect(await journal.once('a', work)).toEqual({ text: 'answer 1\u0000' });
    expect(await journal.once('a', work)).toEqual({ text: 'answer 1\u0000' });
    expect(await journal.once('b', work)).toEqual({ text: 'answer 2\u0000' });
    expect(done).toBe(2);
  });

  it('is nothing of work that failed', async () => {
    const journal = (await open()).journalFor('run-2', silentLog);
    const fail = () => journal.once('a', () => Promise.reject(new Error('no')));
    await expect(fail()).rejects.toThrow('no');
    expect(await journal.once('a', async () => 1)).toBe(1);
  });
});

it('what was kept of the runs of an erased record is erased with it', async () => {
  const { journalFor, records } = await openStore(database, silentLog);
  const intent = { ...anIntentOf(aComment()), installationId: 71 };
  const start = (runId: string) => ({ runId, intent, job: aJob(), startedAtMs: 1 });
  await records.change('h/1/71', (record) => beginRevision(record, start('run-of-it')));
  await journalFor('run-of-it', silentLog).once('a', async () => 1);
  await journalFor('run-of-another', silentLog).once('a', async () => 1);
  await records.erase({ installationId: 71, repositoryIds: null });
  expect(await journalFor('run-of-it', silentLog).kept('a')).toBeNull();
  expect(await journalFor('run-of-another', silentLog).kept('a')).toBe(1);
});

it('what was kept of runs expires, records do not', async () => {
  const { journalFor, records } = await openStore(database, silentLog);
  await journalFor('run-old', silentLog).once('a', async () => 1);
  await journalFor('run-new', silentLog).once('a', async () => 1);
  await database.pool.query(
    "update plumbline.journal set kept_at = now() - interval '31 days' where run_id = 'run-old'",
  );
  await records.change('h/9/9', numbered(2));
  expect(await expireJournal(database.pool, 30)).toBe(1);
  expect(await journalFor('run-old', silentLog).kept('a')).toBeNull();
  expect(await journalFor('run-new', silentLog).kept('a')).toBe(1);
  expect(await records.read('h/9/9')).toMatchObject({ nextFindingNumber: 2 });
});

it('a journal in the database is found again by another process, and by no other run', async () => {
  const first = await openStore(database, silentLog);
  await first.journalFor('run-3', silentLog).once('a', async () => 1);
  const second = await openStore(database, silentLog);
  expect(await second.journalFor('run-3', silentLog).once('a', async () => 2)).toBe(1);
  expect(await second.journalFor('run-4', silentLog).once('a', async () => 2)).toBe(2);
});

describe('the schema', () => {
  it.each(MIGRATIONS.map((_step, index) => index))('is brought from version %i to the newest', async (version) => {
    await database.pool.query('drop schema if exists plumbline cascade');
    await migrate(database.pool, MIGRATIONS.slice(0, version));
    await migrate(database.pool);
    const { records } = await openStore(database, silentLog);
    expect(await records.change('h/2/1', numbered(3))).toMatchObject({ nextFindingNumber: 3 });
  });

  it('is made once by processes that start together', async () => {
    await database.pool.query('drop schema if exists plumbline cascade');
    await Promise.all([migrate(database.pool), migrate(database.pool), migrate(database.pool)]);
    const { rows } = await database.pool.query('select version from plumbline.migrations order by version');
    expect(rows.map(({ version }) => version)).toEqual(MIGRATIONS.map((_step, index) => index + 1));
  });

  it('is not touched by an older release', async () => {
    await migrate(database.pool, [...MIGRATIONS, 'create table plumbline.future (a int)']);
    await expect(openStore(database, silentLog)).rejects.toMatchObject({
      code: 'database_unavailable',
      help: expect.stringContaining('newer release'),
    });
    await database.pool.query('drop schema plumbline cascade');
  });
});

function numbered(nextFindingNumber: number) {
  return (record: ReviewRecord): ReviewRecord => ({ ...record, nextFindingNumber });
}

function countUp(records: RecordStore) {
  return records.change('h/1/4', (record) => ({ ...record, nextFindingNumber: record.nextFindingNumber + 1 }));
}
