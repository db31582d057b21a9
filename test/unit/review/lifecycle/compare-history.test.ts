import { describe, expect, it } from '@jest/globals';
import { compareHistory } from '../../../../src/review/lifecycle/compare-history.js';
import { continueFindings } from '../../../../src/review/lifecycle/index.js';
import type { Coverage, CoverageRow, Limitation } from '../../../../src/review/model/coverage.js';
import type { Finding } from '../../../../src/review/model/finding.js';
import { emptyRecord, type ReviewRecord } from '../../../../src/review/model/record.js';
import { aWithheldFinding } from '../../../support/builders/finding.js';
import { aDefect, aJob, anEnd, anEndUnread, aRecordedDefect, aRecordOf } from '../../../support/builders/record.js';

const retry = aRecordedDefect(1, 'retry');
const known = aRecordOf([anEnd([retry])]);
const row = (state: CoverageRow['state'], path = 'src/a.ts'): CoverageRow => ({
  path,
  state,
  reason: state === 'reviewed' ? null : 'over_budget',
  isAccepted: false,
});

function compared(
  record: ReviewRecord,
  {
    checkedPaths = [],
    coverage = {},
    findings = [],
  }: {
    readonly findings?: readonly Finding[];
    readonly coverage?: Partial<Coverage>;
    readonly checkedPaths?: readonly string[];
  } = {},
) {
  const whole: Coverage = { state: 'complete', rows: [row('reviewed')], omittedFileCount: 0, limitations: [] };
  const runId = `run-${record.revisions.length + 1}`;
  return compareHistory(record, runId, {
    findings: continueFindings(record, runId, findings),
    coverage: { ...whole, ...coverage },
    checkedPaths: new Set(checkedPaths),
  });
}

function became(...args: Parameters<typeof compared>) {
  const history = compared(...args);
  if ((history?.notObserved.length ?? 0) > 0) return 'not observed';
  return (history?.carriedOver.length ?? 0) > 0 ? 'carried over' : 'reported';
}

const none = (): Coverage['limitations'] => [];
const narrowed: readonly Limitation[] = ['narrowed'];

describe('compareHistory', () => {
  it('has nothing to say of a first revision, nor after one of which no report was made', () => {
    expect(compared(emptyRecord('key'))).toBeNull();
    expect(compared(aRecordOf([anEndUnread()]))).toBeNull();
  });

  it('names the head it compares with', () => {
    expect(compared(known)?.previousHeadSha).toBe(aJob().headSha);
  });

  it.each([
    ['the same', [aDefect('retry')]],
    ['the same elsewhere', [aDefect('retry', 'there')]],
  ])('lists nothing that is reported now: %s', (_what, findings) => {
    expect(became(known, { findings })).toBe('reported');
  });

  it('T16: calls a finding that has vanished not observed, never resolved', () => {
    const history = compared(known);
    expect(history).toMatchObject({ notObserved: [retry], carriedOver: [], dispositions: [] });
  });

  it('does not take a withheld finding for an observed one', () => {
    expect(became(known, { findings: [aWithheldFinding({ groupKey: 'retry' })] })).toBe('not observed');
  });

  it.each<CoverageRow['state']>(['partially_reviewed', 'excluded', 'deferred', 'failed'])(
    'carries over what is on a file that is %s',
    (state) => {
      expect(became(known, { coverage: { state: 'limited', rows: [row(state)] } })).toBe('carried over');
    },
  );

  it.each<[string, Partial<Coverage>, string]>([
    ['all is listed', { limitations: none() }, 'not observed'],
    ['only some paths were asked for', { limitations: narrowed }, 'carried over'],
    ['the provider left files out', { omittedFileCount: 3 }, 'carried over'],
    ['nothing was read, as the head had moved', { state: 'failed', rows: [] }, 'carried over'],
  ])('of a file that is not in the change, when %s', (_what, coverage, expected) => {
    expect(became(known, { coverage: { rows: [row('reviewed', 'src/b.ts')], ...coverage } })).toBe(expected);
  });

  it('carries over again what the last revision carried over', () => {
    const record = aRecordOf([anEnd([retry]), anEnd([], { carriedOver: [retry] })]);
    const unread = { state: 'limited', rows: [row('deferred')] } as const;
    expect(compared(record, { coverage: unread })?.carriedOver).toEqual([retry]);
    expect(compared(record)?.notObserved).toEqual([retry]);
  });

  it('does not carry over what a person has spoken of', () => {
    const disposition = { ...retry, state: 'dismissed', by: 'alice', why: 'no', atMs: 1 } as const;
    const record = { ...known, dispositions: [disposition] };
    const history = compared(record, { coverage: { state: 'limited', rows: [row('deferred')] } });
    expect(history).toMatchObject({ notObserved: [], carriedOver: [] });
  });

  it('T17: tells what people said of findings that are reported now', () => {
    const { number, groupKey, fingerprint } = retry;
    const disposition = { number, groupKey, fingerprint, state: 'dismissed', by: 'alice', why: 'no', atMs: 1 } as const;
    const record = { ...known, dispositions: [disposition] };
    expect(compared(record, { findings: [aDefect('retry')] })?.dispositions).toEqual([disposition]);
    expect(compared(record, { findings: [aDefect('retry', 'there')] })?.dispositions).toEqual([]);
  });

  describe('where static checks alone looked at a file', () => {
    const unread = { coverage: { state: 'limited', rows: [row('deferred')] }, checkedPaths: ['src/a.ts'] } as const;
    const withoutModel = (record: ReviewRecord): ReviewRecord => ({
      ...record,
      revisions: record.revisions.map((revision) => ({ ...revision, job: aJob({ modelId: null }) })),
    });

    it('what static checks found before is not observed', () => {
      expect(became(withoutModel(known), unread)).toBe('not observed');
    });

    it('what a model may have found is carried over', () => {
      expect(became(known, unread)).toBe('carried over');
    });
  });
});
