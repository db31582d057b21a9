import { describe, expect, it } from '@jest/globals';
import { toRevisionEnd } from '../../../../src/review/lifecycle/index.js';
import { NO_USAGE } from '../../../../src/review/model/call.js';
import type { Coverage } from '../../../../src/review/model/coverage.js';
import type { Report } from '../../../../src/review/model/report.js';
import type { StopReason } from '../../../../src/review/model/run-stopped.js';
import { aFinding, aWithheldFinding } from '../../../support/builders/finding.js';
import { aRecordedDefect } from '../../../support/builders/record.js';
import { aReport } from '../../../support/builders/report.js';

const NOTICE = { kind: 'notice', conclusion: 'neutral', title: 'Not reviewed', lines: [] } as const;
const ended = (report: Partial<Report> = {}, stop: StopReason | null = null) =>
  toRevisionEnd({ kind: 'report', report: aReport(report) }, stop, 5);

describe('toRevisionEnd', () => {
  it('keeps of a report what a later run has to know', () => {
    const usage = { ...NO_USAGE, requests: 2, inputTokens: 30, outputTokens: 4 };
    const carriedOver = [aRecordedDefect(2, 'leak')];
    const history = { previousHeadSha: 'a'.repeat(40), notObserved: [], carriedOver, dispositions: [] };
    expect(ended({ usage, history })).toEqual({
      outcome: 'completed',
      conclusion: 'success',
      title: 'No findings in 1 of 1 file',
      assessment: {
        verdict: 'no_findings',
        coverage: 'complete',
        freshness: 'current',
        isFull: true,
        fingerprint: 'e'.repeat(64),
        findings: [],
        carriedOver,
        requests: 2,
        inputTokens: 30,
        outputTokens: 4,
      },
      endedAtMs: 5,
    });
  });

  it('keeps published and advisory findings by their number and place', () => {
    const advisory = aFinding({ id: 'F9', location: null, decision: { state: 'advisory', reason: 'dismissed' } });
    const { assessment } = ended({ findings: [aFinding({ id: 'F3' }), advisory, aWithheldFinding()] });
    expect(assessment?.findings).toMatchObject([
      { number: 3, path: 'src/a.ts', startLine: 10, severity: 'high' },
      { number: 9, path: 'src/a.ts', startLine: null },
    ]);
  });

  it.each<[string, Partial<Report>, boolean]>([
    [
      'was narrowed to paths, and read those',
      { coverage: { ...aReport().coverage, state: 'limited', limitations: ['narrowed'] } },
      true,
    ],
    ['left files out', { coverage: { ...aReport().coverage, state: 'limited', omittedFileCount: 1 } }, false],
    ['is stale', { freshness: 'stale' }, false],
  ])('says whether nothing was left to do: it %s', (_what, report, isFull) => {
    expect(ended(report).assessment?.isFull).toBe(isFull);
  });

  it('keeps the facts apart: a run that assessed nothing has failed, and its numbers have been shown', () => {
    const coverage: Coverage = { ...aReport().coverage, state: 'failed' };
    const end = ended({ coverage, findings: [aFinding({ id: 'F4' })] });
    expect(end).toMatchObject({ outcome: 'failed', assessment: { isFull: false, findings: [{ number: 4 }] } });
  });

  it.each<[StopReason | null, string]>([
    [null, 'failed'],
    [{ kind: 'superseded', headSha: null }, 'superseded'],
    [{ kind: 'cancelled', by: 'alice' }, 'cancelled'],
    [{ kind: 'closed' }, 'cancelled'],
    [{ kind: 'drafted' }, 'cancelled'],
  ])('keeps why no report was made: %j is %s', (stop, outcome) => {
    expect(toRevisionEnd(NOTICE, stop, 5)).toEqual({
      outcome,
      conclusion: 'neutral',
      title: 'Not reviewed',
      assessment: null,
      endedAtMs: 5,
    });
  });

  it('does not call a run completed that was stopped with a report of what it had', () => {
    expect(ended({}, { kind: 'superseded', headSha: null }).outcome).toBe('superseded');
  });
});
