import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareHistory } from '../../../../src/review/lifecycle/compare-history.js';
import { beginRevision, continueFindings, endRevision, toRevisionEnd } from '../../../../src/review/lifecycle/index.js';
import type { CoverageRow } from '../../../../src/review/model/coverage.js';
import type { Finding } from '../../../../src/review/model/finding.js';
import { emptyRecord, type ReviewRecord } from '../../../../src/review/model/record.js';
import type { History } from '../../../../src/review/model/report.js';
import { aComment, anIntentOf } from '../../../support/builders/intake.js';
import { aDefect, aJob } from '../../../support/builders/record.js';
import { aReport } from '../../../support/builders/report.js';

const PATHS = ['src/a.ts', 'src/b.ts', 'src/c.ts'] as const;

const someFinding = fc
  .record({ path: fc.constantFrom(...PATHS), defect: fc.nat({ max: 2 }), place: fc.nat({ max: 2 }) })
  .map(({ defect, path, place }) => aDefect(`${defect} in ${path}`, `${place}`, { path }));

const someRun = fc.record({
  kind: fc.constantFrom('report', 'report', 'report', 'failed', 'notice', 'unended'),
  findings: fc.uniqueArray(someFinding, { maxLength: 5, selector: ({ fingerprint }) => fingerprint }),
  states: fc.array(fc.constantFrom<CoverageRow['state'] | 'absent'>('reviewed', 'reviewed', 'deferred', 'absent'), {
    minLength: PATHS.length,
    maxLength: PATHS.length,
  }),
  isNarrowed: fc.boolean(),
});
type SomeRun = typeof someRun extends fc.Arbitrary<infer Value> ? Value : never;

type Told = { readonly before: ReviewRecord; readonly findings: readonly Finding[]; readonly history: History | null };

/** One run over a record: what it tells, and the record afterwards. */
function tell(before: ReviewRecord, run: SomeRun, index: number): Told & { readonly record: ReviewRecord } {
  const runId = `run-${index}`;
  const begun = beginRevision(before, { runId, intent: anIntentOf(aComment()), job: aJob(), startedAtMs: index });
  const findings = continueFindings(begun, runId, run.findings);
  const rows = PATHS.flatMap((path, at): CoverageRow[] => {
    const state = run.states[at] ?? 'absent';
    return state === 'absent' ? [] : [{ path, state, reason: null, isAccepted: false }];
  });
  const coverage = {
    state: run.kind === 'failed' ? ('failed' as const) : ('limited' as const),
    rows,
    omittedFileCount: 0,
    limitations: run.isNarrowed ? (['narrowed'] as const) : [],
  };
  const history = compareHistory(begun, runId, { findings, coverage, checkedPaths: new Set() });
  if (run.kind === 'unended') return { before, findings: [], history: null, record: begun };
  const notice = { kind: 'notice', conclusion: 'cancelled', title: 'Cancelled', lines: [] } as const;
  const report = aReport({ findings, coverage, history });
  const end = toRevisionEnd(run.kind === 'notice' ? notice : { kind: 'report', report }, null, index);
  const record = endRevision(begun, runId, end);
  return run.kind === 'notice'
    ? { before, findings: [], history: null, record }
    : { before, findings, history, record };
}

function tellAll(runs: readonly SomeRun[]): readonly Told[] {
  let record = emptyRecord('key');
  return runs.map((run, index) => {
    const told = tell(record, run, index + 1);
    record = told.record;
    return told;
  });
}

const anyRuns = fc.array(someRun, { minLength: 1, maxLength: 12 });

describe('over any history of runs', () => {
  it('T16 T21: a number means one defect for ever, and one finding in a report', () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        const meanings = new Map<string, string>();
        for (const { findings } of tellAll(runs)) {
          expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
          for (const { groupKey, id } of findings) {
            expect(meanings.get(id) ?? groupKey).toBe(groupKey);
            meanings.set(id, groupKey);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('each finding of the last revision is repeated, changed, not observed or carried over, exactly once', () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        for (const { before, findings, history } of tellAll(runs)) {
          if (history === null) continue;
          const last = before.revisions.findLast(({ end }) => end?.assessment && end.assessment.coverage !== 'failed')
            ?.end?.assessment;
          const known = [...(last?.findings ?? []), ...(last?.carriedOver ?? [])].map(({ number }) => `F${number}`);
          const again = findings.filter(({ baseline }) => baseline !== 'new').map(({ id }) => id);
          const gone = [...history.notObserved, ...history.carriedOver].map(({ number }) => `F${number}`);
          expect([...again, ...gone].sort()).toEqual(known.sort());
        }
      }),
      { numRuns: 200 },
    );
  });

  it('nothing is called not observed on a file that was not looked at', () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        for (const [index, { history }] of tellAll(runs).entries()) {
          const unread = PATHS.filter((_path, at) => runs[index]?.states[at] === 'deferred');
          for (const { path } of history?.notObserved ?? []) expect(unread).not.toContain(path);
        }
      }),
      { numRuns: 200 },
    );
  });
});
