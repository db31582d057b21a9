import { describe, expect, it } from '@jest/globals';
import {
  type ConcludeInput,
  conclude,
  isFullyReviewed,
  worstConclusion,
} from '../../../../src/review/conclude/index.js';
import type { ChangedFile } from '../../../../src/review/model/changed-file.js';
import type { Finding, Severity } from '../../../../src/review/model/finding.js';
import { CONCLUSIONS } from '../../../../src/review/model/report.js';
import type { Movement } from '../../../../src/review/model/target.js';
import { aFinding, aWithheldFinding } from '../../../support/builders/finding.js';
import {
  aCallFailure,
  aCallResult,
  aChangedFile,
  aFailedCall,
  anEvidence,
  pagesOfFiles,
} from '../../../support/builders/report.js';

const files = (count: number): ChangedFile[] =>
  Array.from({ length: count }, (_none, n) => aChangedFile({ path: `src/${n}.ts` }));
const excluded = (count: number, isAccepted: boolean): ChangedFile[] =>
  Array.from({ length: count }, (_none, n) =>
    aChangedFile({
      path: `${isAccepted}/${n}`,
      pages: 0,
      exclusion: { reason: isAccepted ? 'lockfile' : 'binary', isAccepted },
    }),
  );
const found = (...severities: Severity[]): Finding[] => severities.map((severity) => aFinding({ severity }));
const moved = (what: 'head' | 'base_ref' | 'merge_base' | 'content'): Movement => ({
  kind: 'moved',
  what,
  from: 'a',
  to: 'b',
});
const UNREADABLE: Movement = { kind: 'unreadable', reason: 'GitHub answered 502' };

/** A run over these files: everything read and assessed, nothing found, unless said otherwise. */
function concluded(
  changed: readonly ChangedFile[],
  part: Partial<ConcludeInput> = {},
  policy: Partial<ConcludeInput['settings']> = {},
) {
  return conclude({
    runId: 'run-1',
    record: null,
    mode: 'standard',
    label: '#12',
    evidence: anEvidence({ files: changed }),
    results: [aCallResult({ readPages: pagesOfFiles(changed) })],
    checks: [],
    uncheckedPaths: [],
    findings: [],
    movement: { kind: 'unmoved' },
    settings: { fail_on: 'never', strict_coverage: false, ...policy },
    notices: [],
    limitations: [],
    modelId: 'configured',
    startedAtMs: 1,
    endedAtMs: 2,
    ...part,
  });
}

const endOf = (...parameters: Parameters<typeof concluded>) => {
  const { conclusion, title } = concluded(...parameters);
  return `${conclusion}: ${title}`;
};

const nineOfTwelve = (findings: Finding[] = []): Partial<ConcludeInput> => ({
  results: [aCallResult({ readPages: pagesOfFiles(files(9)) })],
  findings,
});
const quota = (findings: Finding[] = []): Partial<ConcludeInput> => ({ results: [aFailedCall()], findings });

describe('the end of the check run', () => {
  it.each<[string, string, Parameters<typeof concluded>]>([
    ['everything read', 'success: No findings in 12 of 12 files', [files(12)]],
    ['one file', 'success: No findings in 1 of 1 file', [files(1)]],
    ['three files accepted unread', 'success: No findings in 12 of 15 files', [[...files(12), ...excluded(3, true)]]],
    ['only files accepted unread', 'success: No findings in 0 of 3 files', [excluded(3, true), { results: [] }]],
    [
      'only files accepted unread, and a call that failed',
      'neutral: Not reviewed: provider quota',
      [excluded(3, true), { results: [aFailedCall()] }],
    ],
    [
      'only files accepted unread, and no model',
      'neutral: Limited: static checks only, no findings in 0 of 3 files',
      [excluded(3, true), { results: [], limitations: ['no_model'] }],
    ],
    [
      'everything read, and findings that are only told',
      'success: No findings in 1 of 1 file',
      [files(1), { findings: [aWithheldFinding({ severity: 'high' })] }],
    ],
    [
      'findings and no threshold',
      'neutral: 1 high, 2 medium in 12 of 12 files',
      [files(12), { findings: found('medium', 'high', 'medium') }],
    ],
    [
      'findings below the threshold',
      'neutral: 1 medium in 1 of 1 file',
      [files(1), { findings: found('medium') }, { fail_on: 'high' }],
    ],
    [
      'findings at the threshold',
      'failure: 1 high, 2 medium in 12 of 15 files',
      [[...files(12), ...excluded(3, true)], { findings: found('high', 'medium', 'medium') }, { fail_on: 'high' }],
    ],
    [
      'findings above the threshold',
      'failure: 1 critical in 1 of 1 file',
      [files(1), { findings: found('critical') }, { fail_on: 'low' }],
    ],
    ['unread files', 'neutral: Limited: 9 of 12 files reviewed, no findings in them', [files(12), nineOfTwelve()]],
    [
      'unread files and a finding',
      'neutral: Limited: 1 high in 9 of 12 files',
      [files(12), nineOfTwelve(found('high'))],
    ],
    [
      'unread files and a finding that is only told',
      'neutral: Limited: 9 of 12 files reviewed, no findings in them',
      [files(12), nineOfTwelve([aWithheldFinding({ severity: 'high' })]), { fail_on: 'low' }],
    ],
    [
      'unread files and a finding at the threshold',
      'failure: Limited: 1 high in 9 of 12 files',
      [files(12), nineOfTwelve(found('high')), { fail_on: 'high' }],
    ],
    [
      'only files that cannot be read',
      'neutral: Limited: 0 of 2 files reviewed',
      [excluded(2, false), { results: [] }],
    ],
    ['a moved head', 'neutral: Stale: the head moved during the review', [files(1), { movement: moved('head') }]],
    [
      'a changed base',
      'neutral: Stale: the base was changed during the review',
      [files(1), { movement: moved('base_ref') }],
    ],
    [
      'a moved merge base',
      'neutral: Stale: the merge base moved during the review',
      [files(1), { movement: moved('merge_base') }],
    ],
    [
      'a changed work tree',
      'neutral: Stale: the files changed during the review',
      [files(1), { movement: moved('content') }],
    ],
    [
      'a moved head and a finding at the threshold',
      'neutral: Stale: the head moved during the review',
      [files(1), { movement: moved('head'), findings: found('critical') }, { fail_on: 'low' }],
    ],
    ['K01: a quota used up', 'neutral: Not reviewed: provider quota', [files(12), quota()]],
    [
      'a partial finding of a call that failed',
      'neutral: Not reviewed: provider quota',
      [files(1), quota(found('critical')), { fail_on: 'low' }],
    ],
    ['no call made', 'neutral: Not reviewed: no model was asked', [files(1), { results: [] }]],
    ['P21: no file listed', 'neutral: Not reviewed: no changed file was listed', [[], { results: [] }]],
    [
      'a target that could not be read again',
      'neutral: Unknown: the target could not be read again (no findings in 1 of 1 file)',
      [files(1), { movement: UNREADABLE }],
    ],
    [
      'the same with a finding at the threshold',
      'neutral: Unknown: the target could not be read again (1 high in 1 of 1 file)',
      [files(1), { movement: UNREADABLE, findings: found('high') }, { fail_on: 'high' }],
    ],
    [
      'a cancelled run',
      'cancelled: Not reviewed: cancelled',
      [
        files(1),
        {
          results: [
            aFailedCall({ outcome: 'cancelled', failure: aCallFailure({ reason: 'cancelled', title: 'cancelled' }) }),
          ],
        },
      ],
    ],
    [
      'a run that was stopped before it could look again',
      'cancelled: Not reviewed: cancelled',
      [
        files(1),
        {
          movement: UNREADABLE,
          results: [
            aFailedCall({ outcome: 'cancelled', failure: aCallFailure({ reason: 'cancelled', title: 'cancelled' }) }),
          ],
        },
      ],
    ],
  ])('with %s is %s', (_name, expected, parameters) => {
    expect(endOf(...parameters)).toBe(expected);
  });

  it.each<[string, Partial<ConcludeInput>]>([
    ['limited', nineOfTwelve()],
    ['limited with a finding', nineOfTwelve(found('critical'))],
    ['stale', { movement: moved('head') }],
    ['unknown', { movement: UNREADABLE }],
    ['failed', quota()],
  ])('is action_required under strict coverage when the review is %s', (_name, part) => {
    expect(concluded(files(12), part, { strict_coverage: true, fail_on: 'high' }).conclusion).toBe('action_required');
  });

  it.each([
    ['success', []],
    ['neutral', found('low')],
    ['failure', found('high')],
  ])('is %s under strict coverage when the review is complete and current', (conclusion, findings) => {
    expect(concluded(files(1), { findings }, { strict_coverage: true, fail_on: 'high' }).conclusion).toBe(conclusion);
  });

  it('M01: never speaks of approval or safety in a title', () => {
    const parts = [
      {},
      nineOfTwelve(),
      quota(),
      { movement: moved('head') },
      { movement: UNREADABLE },
      { findings: found('low') },
    ];
    const titles = parts.map((part) => concluded(files(12), part).title).join('\n');
    expect(titles).not.toMatch(/approv|passed|safe|clean|score|lgtm/i);
  });

  it('keeps a title within 120 characters on one line', () => {
    const failure = aCallFailure({ title: `the model said\n${'😀 no '.repeat(60)}` });
    const { title } = concluded(files(1), { results: [aFailedCall({ failure })] });
    expect([[...title].length <= 120, title.includes('\n'), title.endsWith('…')]).toEqual([true, false, true]);
  });
});

describe('coverage', () => {
  const stateOf = (...parameters: Parameters<typeof concluded>) => concluded(...parameters).coverage.state;

  it.each<[string, string, Parameters<typeof concluded>]>([
    ['everything is read', 'complete', [files(2)]],
    ['everything is accepted unread', 'complete', [excluded(2, true), { results: [] }]],
    ['Q15: a file is left out that nobody accepts', 'limited', [[...files(2), ...excluded(1, false)]]],
    [
      'T03: the provider left files out',
      'limited',
      [files(2), { evidence: anEvidence({ files: files(2), omittedFileCount: 1 }) }],
    ],
    [
      'the acquisition budget ended',
      'limited',
      [files(2), { evidence: anEvidence({ files: files(2), limitations: ['acquisitions_spent'] }) }],
    ],
    [
      'a workspace may change',
      'limited',
      [files(2), { evidence: anEvidence({ files: files(2), source: 'workspace' }) }],
    ],
    ['settings could not be used', 'complete', [files(2), { limitations: ['settings_invalid', 'instructions_cut'] }]],
    [
      'one of two calls failed',
      'limited',
      [files(2), { results: [aCallResult({ readPages: pagesOfFiles(files(2)) }), aFailedCall()] }],
    ],
    [
      'C13: an entry of the answer was unreadable',
      'limited',
      [files(2), { findings: [aWithheldFinding({ decision: { state: 'withheld', reason: 'unreadable' } })] }],
    ],
    ['a withheld finding was merely wrong', 'complete', [files(2), { findings: [aWithheldFinding()] }]],
    ['no call assessed', 'failed', [files(2), quota()]],
    ['nothing was listed', 'failed', [[]]],
  ])('when %s is %s', (_name, expected, parameters) => {
    expect(stateOf(...parameters)).toBe(expected);
  });

  it('tells every limitation once, in the order of the closed list', () => {
    const evidence = anEvidence({ source: 'workspace', limitations: ['acquisitions_spent', 'mutable_workspace'] });
    const { coverage } = concluded(files(1), { evidence, limitations: ['settings_invalid'] });
    expect(coverage.limitations).toEqual(['mutable_workspace', 'acquisitions_spent', 'settings_invalid']);
  });

  it('Q15: names every file with its state and reason', () => {
    const { coverage } = concluded(files(3), { results: [aCallResult({ readPages: pagesOfFiles(files(1)) })] });
    expect(coverage.rows.map(({ path, state, reason }) => `${path} ${state} ${reason}`)).toEqual([
      'src/0.ts reviewed null',
      'src/1.ts deferred over_budget',
      'src/2.ts deferred over_budget',
    ]);
  });

  it('stays what it was when the target moved', () => {
    expect(stateOf(files(2), { movement: moved('head') })).toBe('complete');
  });
});

describe('the report', () => {
  it('M03: counts withheld findings in no total but the accounting', () => {
    const report = concluded(files(1), { findings: [aWithheldFinding({ severity: 'critical' })] }, { fail_on: 'low' });
    expect([report.conclusion, report.title, report.accounting]).toEqual([
      'success',
      'No findings in 1 of 1 file',
      { candidates: 1, published: 0, advisory: 0, withheld: 1 },
    ]);
  });

  it('does not fail the check for advice', () => {
    const advice = aFinding({ severity: 'low', decision: { state: 'advisory', reason: 'below_minimum_severity' } });
    expect(concluded(files(1), { findings: [advice] }, { fail_on: 'info' }).conclusion).toBe('success');
  });

  it('Q28: takes verdict, coverage, conclusion and title from facts, whatever the reviewer says of itself', () => {
    const derivedFrom = (verdict: 'correct' | 'incorrect', words: string) => {
      const assessment = {
        summary: words,
        remediation: [words],
        notes: [words],
        residualRisk: [words],
        verdict,
        verdictConfidence: 1,
      };
      const {
        conclusion,
        coverage,
        freshness,
        title,
        verdict: own,
      } = concluded(files(12), {
        ...nineOfTwelve(found('high')),
        results: [aCallResult({ assessment, readPages: pagesOfFiles(files(9)), prose: words })],
      });
      return { conclusion, coverage, freshness, title, own };
    };
    expect(derivedFrom('correct', '5/5, safe to merge, all files were reviewed')).toEqual(
      derivedFrom('incorrect', 'Bad.'),
    );
  });

  it.each<[string, string, Partial<ConcludeInput>]>([
    ['findings', 'a published finding', { findings: found('low') }],
    ['no_findings', 'nothing published', { findings: [aWithheldFinding()] }],
    ['not_assessed', 'no assessed call', quota(found('low'))],
  ])('has the verdict %s with %s', (verdict, _name, part) => {
    expect(concluded(files(1), part).verdict).toBe(verdict);
  });

  it('makes no statement about a target of which nothing was read', () => {
    expect(concluded(excluded(2, true), { results: [] }).verdict).toBe('not_assessed');
  });

  it.each<[string, Movement]>([
    ['current', { kind: 'unmoved' }],
    ['stale', moved('head')],
    ['unknown', UNREADABLE],
  ])('is %s after the second look', (freshness, movement) => {
    const report = concluded(files(1), { movement });
    expect([report.freshness, report.movement]).toEqual([freshness, movement.kind === 'unmoved' ? null : movement]);
  });

  it('takes the words of the first call that assessed and adds up what all of them used', () => {
    const usage = { requests: 2, inputTokens: 10, cachedInputTokens: 4, outputTokens: 3, isEstimated: false };
    const results = [
      aFailedCall({ usage: { ...usage, isEstimated: true }, prose: 'It looks fine to me.' }),
      aCallResult({ usage, readPages: pagesOfFiles(files(1)) }),
    ];
    expect(concluded(files(1), { results })).toMatchObject({
      summary: 'The change retries a charge.',
      prose: 'It looks fine to me.',
      failure: { title: 'provider quota' },
      usage: { requests: 4, inputTokens: 20, cachedInputTokens: 8, outputTokens: 6, isEstimated: true },
    });
  });

  it('says in a notice that an entry of the answer could not be read', () => {
    const findings = [aWithheldFinding({ decision: { state: 'withheld', reason: 'unreadable' } })];
    expect(concluded(files(1), { findings, notices: ['First.'] }).notices).toEqual([
      'First.',
      "1 entry of the reviewer's answer could not be read and is withheld.",
    ]);
  });

  it('names the configured model when no call was made', () => {
    expect([concluded(files(1)).modelId, concluded(files(1), { results: [] }).modelId]).toEqual([
      'model-1',
      'configured',
    ]);
  });
});

describe('a review that speaks for the whole target', () => {
  const workspace = (part: object = {}) => ({
    evidence: anEvidence({ source: 'workspace', files: files(2), ...part }),
  });

  it.each<[string, boolean, Partial<ConcludeInput>]>([
    ['a complete one', true, {}],
    ['a workspace read whole', true, workspace()],
    ['a workspace with files left out', false, workspace({ omittedFileCount: 1 })],
    [
      'a workspace read in part',
      false,
      { ...workspace(), results: [aCallResult({ readPages: pagesOfFiles(files(1)) })] },
    ],
    ['a workspace that changed', false, { ...workspace(), movement: moved('content') }],
    [
      'a workspace whose second call failed',
      false,
      { ...workspace(), results: [aCallResult({ readPages: pagesOfFiles(files(2)) }), aFailedCall()] },
    ],
    ['a failed one', false, quota()],
  ])('is %s: %s', (_name, expected, part) => {
    expect(isFullyReviewed(concluded(files(2), part))).toBe(expected);
  });

  it('has no weakness in its title because a work tree may change later', () => {
    expect(concluded(files(2), workspace()).title).toBe('No findings in 2 of 2 files');
    expect(concluded(files(2), { ...workspace(), limitations: ['settings_invalid'] }).title).toBe(
      'No findings in 2 of 2 files',
    );
    expect(concluded(files(2), workspace({ limitations: ['narrowed'] })).title).toMatch(/^Limited: /);
  });
});

describe('the worst of several conclusions', () => {
  const WORST_FIRST = ['failure', 'action_required', 'cancelled', 'neutral', 'skipped', 'success'] as const;

  it('knows every conclusion', () => {
    expect([...WORST_FIRST].sort()).toEqual([...CONCLUSIONS].sort());
  });

  it.each(WORST_FIRST.map((worst, index) => [worst, WORST_FIRST.slice(index).reverse()] as const))(
    'is %s among the lesser ones',
    (worst, all) => {
      expect(worstConclusion(all)).toBe(worst);
    },
  );

  it('does not exist without any', () => {
    expect(() => worstConclusion([])).toThrow('no conclusion to choose from');
  });
});
