import { describe, expect, it } from '@jest/globals';
import { keepStanding } from '../../../../src/review/intake/keep-standing.js';
import { aReport } from '../../../support/builders/report.js';

const notice = (conclusion: 'neutral' | 'failure', title = 'Waiting') =>
  ({ kind: 'notice', conclusion, title, lines: ['one'] }) as const;

function aPartialReport(conclusion: 'success' | 'failure') {
  const report = aReport({ conclusion, title: 'No findings', notices: ['one'] });
  const coverage = { ...report.coverage, limitations: ['narrowed' as const] };
  return { kind: 'report', report: { ...report, coverage } } as const;
}

describe('a conclusion that stands', () => {
  it('is kept by a milder notice, which says so', () => {
    const kept = keepStanding(notice('neutral'), 'failure');
    expect(kept).toMatchObject({ conclusion: 'failure', title: 'Waiting · as before: failure' });
    expect(kept.kind === 'notice' && kept.lines).toEqual([
      'one',
      expect.stringMatching(/^The review of this commit before/),
    ]);
  });

  it('is kept by a milder review of some paths, in its conclusion, its title and its notices', () => {
    const kept = keepStanding(aPartialReport('success'), 'failure');
    expect(kept).toMatchObject({
      report: {
        conclusion: 'failure',
        title: 'No findings · as before: failure',
        notices: ['one', expect.stringContaining('ended failure')],
      },
    });
  });

  it.each([
    ['nothing that weighs', notice('neutral'), null],
    ['the same conclusion', notice('failure'), 'failure'],
    ['a milder one', aPartialReport('failure'), 'neutral'],
    ['any, before a review of everything', { kind: 'report', report: aReport({ conclusion: 'success' }) }, 'failure'],
  ] as const)('changes nothing when it is %s', (_what, completion, standing) => {
    expect(keepStanding(completion, standing)).toBe(completion);
  });

  it('that nobody knows leaves no room for a pass', () => {
    expect(keepStanding(notice('neutral'), 'unknown')).toMatchObject({
      conclusion: 'action_required',
      title: 'Waiting · before: not known',
    });
    expect(keepStanding(aPartialReport('success'), 'unknown')).toMatchObject({
      report: { conclusion: 'action_required' },
    });
    const failed = notice('failure');
    expect(keepStanding(failed, 'unknown')).toBe(failed);
  });

  it.each(['stale', 'unknown'] as const)('is kept by a review of everything that is %s', (freshness) => {
    const report = aReport({ conclusion: 'neutral', freshness });
    expect(keepStanding({ kind: 'report', report }, 'failure')).toMatchObject({ report: { conclusion: 'failure' } });
  });

  it.each([
    [99, 'x'.repeat(99)],
    [98, 'x'.repeat(98)],
    [300, `${'x'.repeat(98)}…`],
  ])('leaves the title within what a check shows: one of %i characters', (length, shown) => {
    const kept = keepStanding(notice('neutral', 'x'.repeat(length)), 'failure');
    const title = kept.kind === 'notice' ? kept.title : '';
    expect(title.length).toBeLessThanOrEqual(120);
    expect(title.endsWith(' · as before: failure')).toBe(true);
    expect(title).toBe(`${shown} · as before: failure`);
  });
});
