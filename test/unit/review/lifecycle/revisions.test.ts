import { describe, expect, it } from '@jest/globals';
import { beginRevision, continueFindings, endRevision } from '../../../../src/review/lifecycle/index.js';
import { emptyRecord } from '../../../../src/review/model/record.js';
import { aComment, anIntentOf } from '../../../support/builders/intake.js';
import { aDefect, aJob, anEnd, anEndUnread, aRecordedDefect, aRecordOf } from '../../../support/builders/record.js';

const START = { runId: 'run-1', intent: anIntentOf(aComment()), job: aJob(), startedAtMs: 1 } as const;

describe('beginRevision', () => {
  it('numbers revisions in the order in which runs begin', () => {
    const record = beginRevision(beginRevision(emptyRecord('key'), START), { ...START, runId: 'run-2' });
    expect(record.revisions.map(({ number, runId }) => [number, runId])).toEqual([
      [1, 'run-1'],
      [2, 'run-2'],
    ]);
  });

  it('leaves the revision of a run that is taken up again as it began', () => {
    const record = beginRevision(emptyRecord('key'), START);
    expect(beginRevision(record, { ...START, startedAtMs: 9 })).toEqual(record);
  });

  it('leaves a revision that has not ended as it is when another begins', () => {
    const record = beginRevision(aRecordOf([null]), { ...START, runId: 'run-2' });
    expect(record.revisions.map(({ end }) => end)).toEqual([null, null]);
  });
});

describe('endRevision', () => {
  it('ends a revision once', () => {
    const ended = endRevision(aRecordOf([null]), 'run-1', anEnd());
    expect(ended.revisions[0]?.end).toEqual(anEnd());
    expect(endRevision(ended, 'run-1', anEndUnread())).toEqual(ended);
  });

  it('changes nothing for a run that never began', () => {
    const record = aRecordOf([null]);
    expect(endRevision(record, 'run-7', anEnd())).toEqual(record);
  });

  it('takes no number twice, also of findings that were carried over', () => {
    const end = anEnd([aRecordedDefect(4, 'retry')], { carriedOver: [aRecordedDefect(6, 'leak')] });
    expect(endRevision(aRecordOf([null]), 'run-1', end).nextFindingNumber).toBe(7);
  });

  it('keeps the newest fifty revisions, and every number that was given by an older one', () => {
    let record = aRecordOf([anEnd([aRecordedDefect(3, 'retry')])]);
    for (let run = 2; run <= 60; run += 1) {
      record = endRevision(beginRevision(record, { ...START, runId: `run-${run}` }), `run-${run}`, anEnd());
    }
    expect(record.revisions).toHaveLength(50);
    expect(record.revisions.at(-1)).toMatchObject({ number: 60, runId: 'run-60' });
    expect(continueFindings(record, 'run-61', [aDefect('leak')])[0]?.id).toBe('F4');
  });
});
