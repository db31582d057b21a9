import { describe, expect, it } from '@jest/globals';
import { findAnswered, findDone } from '../../../../src/review/lifecycle/index.js';
import type { RevisionEnd, RevisionJob } from '../../../../src/review/model/record.js';
import { aJob, anEnd, anEndUnread, aRecordOf } from '../../../support/builders/record.js';

const OTHER_JOBS: readonly [string, Partial<RevisionJob>][] = [
  ['another base', { baseRef: 'next' }],
  ['other paths', { paths: ['src'] }],
  ['another focus', { focus: 'is it idempotent?' }],
  ['another model', { modelId: 'model-2' }],
  ['no model', { modelId: null }],
  ['other settings', { settingsDigest: 'o'.repeat(64) }],
  ['another rubric', { rubricVersion: 2 }],
];

const BAD_ENDS: readonly [string, RevisionEnd | null][] = [
  ['has not ended', null],
  ['made no report', anEndUnread()],
  ['read a part', anEnd([], { coverage: 'limited', isFull: false })],
  ['is stale', anEnd([], { freshness: 'stale', isFull: false })],
  ['failed', anEnd([], {}, { outcome: 'failed' })],
  ['was cancelled', anEnd([], {}, { outcome: 'cancelled' })],
  ['was superseded', anEnd([], {}, { outcome: 'superseded' })],
];

describe('findDone', () => {
  const done = aRecordOf([anEnd()]);

  it('finds the last revision when it did the same in full', () => {
    expect(findDone(done, aJob())?.runId).toBe('run-1');
  });

  it('leaves the merge base to whoever can read it', () => {
    expect(findDone(done, aJob({ mergeBaseSha: null }))?.job.mergeBaseSha).toBe(aJob().mergeBaseSha);
  });

  it.each<[string, Partial<RevisionJob>]>([['another head', { headSha: 'c'.repeat(40) }], ...OTHER_JOBS])(
    'Q07: has more to do for %s',
    (_what, job) => {
      expect(findDone(done, aJob(job))).toBeNull();
    },
  );

  it.each(BAD_ENDS)('has more to do when the last revision %s', (_what, end) => {
    expect(findDone(aRecordOf([anEnd(), end]), aJob())).toBeNull();
  });

  it('has more to do for a pull request that was never reviewed', () => {
    expect(findDone(aRecordOf([]), aJob())).toBeNull();
  });

  it('takes a head that was gone back to for one to be told anew', () => {
    const [first, second] = aRecordOf([anEnd(), anEnd()]).revisions;
    if (first === undefined || second === undefined) throw new Error('two revisions were asked for');
    const elsewhere = { ...second, job: aJob({ headSha: 'c'.repeat(40) }) };
    expect(findDone({ ...done, revisions: [first, elsewhere] }, aJob())).toBeNull();
  });

  it('has more to do when somebody has spoken of a finding since', () => {
    expect(findDone({ ...done, disposedAtMs: 1 }, aJob())).toBeNull();
  });
});

describe('findAnswered', () => {
  const elsewhere = { headSha: 'c'.repeat(40), mergeBaseSha: 'd'.repeat(40) };
  const answered = aRecordOf([anEnd()]);

  it('Q30: finds the answers to the same questions of before the commits moved', () => {
    expect(findAnswered(answered, aJob(elsewhere), 'run-2')?.runId).toBe('run-1');
  });

  it.each(OTHER_JOBS)('Q07: does not take the answers for those of %s', (_what, job) => {
    expect(findAnswered(answered, aJob({ ...elsewhere, ...job }), 'run-2')).toBeNull();
  });

  it.each(BAD_ENDS)('passes over a revision that %s', (_what, end) => {
    expect(findAnswered(aRecordOf([end]), aJob(), 'run-2')).toBeNull();
    expect(findAnswered(aRecordOf([anEnd(), end]), aJob(), 'run-3')?.runId).toBe('run-1');
  });

  it('prefers the newest', () => {
    expect(findAnswered(aRecordOf([anEnd(), anEnd()]), aJob(), 'run-3')?.runId).toBe('run-2');
  });

  it('does not answer a run with itself', () => {
    expect(findAnswered(answered, aJob(), 'run-1')).toBeNull();
  });
});
