import { describe, expect, it } from '@jest/globals';
import { continueFindings, dispose, type Saying } from '../../../../src/review/lifecycle/index.js';
import { aDefect, anEnd, aRecordedDefect, aRecordOf } from '../../../support/builders/record.js';

const known = aRecordOf([anEnd([aRecordedDefect(1, 'retry'), aRecordedDefect(2, 'leak')])]);

function say(overrides: Partial<Saying> = {}, record = known) {
  return dispose(record, { findings: [1], state: 'dismissed', by: 'alice', why: 'by design', atMs: 9, ...overrides });
}

describe('dispose', () => {
  it('remembers what was said of exactly this finding, by whom, why and when', () => {
    const { record, unknown } = say();
    const { fingerprint, groupKey } = aDefect('retry');
    expect(unknown).toEqual([]);
    expect(record.dispositions).toEqual([
      { number: 1, groupKey, fingerprint, state: 'dismissed', by: 'alice', why: 'by design', atMs: 9 },
    ]);
    expect(record.disposedAtMs).toBe(9);
  });

  it('remembers one saying for several findings', () => {
    expect(say({ findings: [2, 1] }).record.dispositions.map(({ number }) => number)).toEqual([2, 1]);
  });

  it('lets the last word count', () => {
    const { record } = say({ state: 'resolved', by: 'bob' }, say().record);
    expect(record.dispositions).toMatchObject([{ state: 'resolved', by: 'bob' }]);
  });

  it('takes back what was said when a finding is reopened, and remembers that somebody spoke', () => {
    const { record } = say({ state: 'open', atMs: 12 }, say({ findings: [1, 2] }).record);
    expect(record.dispositions.map(({ number }) => number)).toEqual([2]);
    expect(record.disposedAtMs).toBe(12);
  });

  it('changes nothing when one of the numbers is unknown', () => {
    expect(say({ findings: [1, 7, 8] })).toEqual({ record: known, unknown: [7, 8] });
  });

  it('speaks of the finding as the newest revision has it', () => {
    const moved = aRecordOf([anEnd([aRecordedDefect(1, 'retry')]), anEnd([aRecordedDefect(1, 'retry', 'there')])]);
    const { record } = say({}, moved);
    const [there] = continueFindings(record, 'run-3', [aDefect('retry', 'there')]);
    const [here] = continueFindings(record, 'run-3', [aDefect('retry')]);
    expect([there?.decision.reason, here?.decision.reason]).toEqual(['dismissed', 'anchored']);
  });

  it('knows findings that were carried over, and those of revisions before the last', () => {
    const carried = aRecordOf([
      anEnd([aRecordedDefect(1, 'retry')]),
      anEnd([], { carriedOver: [aRecordedDefect(2, 'leak')] }),
    ]);
    expect(say({ findings: [1, 2] }, carried).unknown).toEqual([]);
  });
});
