import { describe, expect, it } from '@jest/globals';
import { continueFindings } from '../../../../src/review/lifecycle/index.js';
import type { Disposal } from '../../../../src/review/model/finding.js';
import { emptyRecord } from '../../../../src/review/model/record.js';
import { aWithheldFinding } from '../../../support/builders/finding.js';
import { aDefect, anEnd, anEndUnread, aRecordedDefect, aRecordOf } from '../../../support/builders/record.js';

const known = aRecordOf([anEnd([aRecordedDefect(1, 'retry'), aRecordedDefect(2, 'leak')])]);
const told = (findings: ReturnType<typeof continueFindings>) => findings.map(({ baseline, id }) => [id, baseline]);

describe('continueFindings', () => {
  it('numbers the findings of a first revision in their order and compares them with nothing', () => {
    const findings = [aDefect('retry'), aDefect('leak')];
    expect(told(continueFindings(emptyRecord('key'), 'run-1', findings))).toEqual([
      ['F1', null],
      ['F2', null],
    ]);
  });

  it.each([
    ['the same at the same place', aDefect('leak'), ['F2', 'repeated']],
    ['T16: the same at another place', aDefect('leak', 'there'), ['F2', 'changed']],
    ['another', aDefect('race'), ['F3', 'new']],
  ])('%s', (_what, finding, expected) => {
    expect(told(continueFindings(known, 'run-2', [finding]))).toEqual([expected]);
  });

  it('T21: of two places with the same text each keeps its own number, in whatever order they come', () => {
    const record = aRecordOf([anEnd([aRecordedDefect(1, 'retry', 'first'), aRecordedDefect(2, 'retry', 'second')])]);
    const findings = [aDefect('retry', 'third'), aDefect('retry', 'second'), aDefect('retry', 'first')];
    expect(told(continueFindings(record, 'run-2', findings))).toEqual([
      ['F3', 'new'],
      ['F2', 'repeated'],
      ['F1', 'repeated'],
    ]);
  });

  it('gives one number to one finding only, when one that was known has become two', () => {
    const findings = [aDefect('leak', 'there'), aDefect('leak', 'elsewhere')];
    expect(told(continueFindings(known, 'run-2', findings))).toEqual([
      ['F2', 'changed'],
      ['F3', 'new'],
    ]);
  });

  it('knows a number by the place where it was last seen', () => {
    const record = aRecordOf([anEnd([aRecordedDefect(1, 'retry')]), anEnd([aRecordedDefect(1, 'retry', 'there')])]);
    expect(told(continueFindings(record, 'run-3', [aDefect('retry'), aDefect('retry', 'there')]))).toEqual([
      ['F2', 'new'],
      ['F1', 'repeated'],
    ]);
  });

  it('knows a finding again that the last revision did not have, under its old number and as new', () => {
    const record = aRecordOf([anEnd([aRecordedDefect(1, 'retry')]), anEnd()]);
    expect(told(continueFindings(record, 'run-3', [aDefect('retry')]))).toEqual([['F1', 'new']]);
  });

  it('compares with the last revision that assessed something', () => {
    const failed = anEnd([], { coverage: 'failed', isFull: false }, { outcome: 'failed' });
    const record = aRecordOf([anEnd([aRecordedDefect(1, 'retry')]), anEndUnread(), failed, null]);
    expect(told(continueFindings(record, 'run-5', [aDefect('retry')]))).toEqual([['F1', 'repeated']]);
  });

  it('takes no number that the report of a failed revision has shown', () => {
    const failed = anEnd([aRecordedDefect(1, 'static')], { coverage: 'failed', isFull: false }, { outcome: 'failed' });
    expect(told(continueFindings(aRecordOf([failed]), 'run-2', [aDefect('retry')]))).toEqual([['F2', null]]);
  });

  it('repeats what was carried over', () => {
    const record = aRecordOf([anEnd([], { carriedOver: [aRecordedDefect(1, 'retry')] })]);
    expect(told(continueFindings(record, 'run-2', [aDefect('retry')]))).toEqual([['F1', 'repeated']]);
  });

  it('gives a run that is taken up again the same numbers', () => {
    const own = aRecordOf([anEnd([aRecordedDefect(1, 'retry')]), null]);
    const findings = [aDefect('leak'), aDefect('retry')];
    expect(continueFindings(own, 'run-2', findings)).toEqual(continueFindings(own, 'run-2', findings));
    const after = aRecordOf([anEnd([aRecordedDefect(1, 'retry')]), null, anEnd([aRecordedDefect(2, 'leak')])]);
    expect(told(continueFindings(after, 'run-2', findings))).toEqual([
      ['F2', 'new'],
      ['F1', 'repeated'],
    ]);
  });

  it('leaves withheld findings as they are', () => {
    const withheld = aWithheldFinding({ id: 'W7', groupKey: 'retry' });
    expect(continueFindings(known, 'run-2', [withheld])).toEqual([withheld]);
  });

  it.each<Disposal>(['dismissed', 'resolved'])('T17: what a person has %s is not published again', (state) => {
    const finding = aDefect('retry');
    const { fingerprint, groupKey } = finding;
    const disposition = { number: 1, groupKey, fingerprint, state, by: 'alice', why: null, atMs: 1 };
    const record = { ...known, dispositions: [disposition] };
    const [same, moved] = continueFindings(record, 'run-2', [finding, aDefect('leak')]);
    expect(same?.decision).toEqual({ state: 'advisory', reason: state });
    expect(moved?.decision.state).toBe('published');
    const [elsewhere] = continueFindings(record, 'run-2', [aDefect('retry', 'there')]);
    expect(elsewhere?.decision.state).toBe('published');
  });
});
