import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { conclude } from '../../../../src/review/conclude/index.js';
import type { StaticCheck } from '../../../../src/review/model/analysis.js';
import type { CallResult } from '../../../../src/review/model/call.js';
import type { ChangedFile } from '../../../../src/review/model/changed-file.js';
import { LIMITATIONS, type Limitation, RUN_REASONS } from '../../../../src/review/model/coverage.js';
import { type Finding, SEVERITIES } from '../../../../src/review/model/finding.js';
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

/** Mostly what goes well, so that success is reached often enough for the rule about it to mean something. */
const mostly = <T>(usual: T, ...rare: T[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });

const someFile = fc
  .record({
    pages: fc.integer({ min: 1, max: 3 }),
    cutReason: mostly<ChangedFile['cutReason']>(null, 'over_budget', 'patch_missing'),
    exclusion: mostly<ChangedFile['exclusion']>(
      null,
      { reason: 'lockfile', isAccepted: true },
      { reason: 'binary', isAccepted: false },
    ),
  })
  .map((file) => aChangedFile({ ...file, pages: file.exclusion === null ? file.pages : 0 }));

const someFiles = fc
  .array(someFile, { maxLength: 4 })
  .map((files) => files.map((file, index) => ({ ...file, path: `src/${index}.ts` })));

function someCall(files: readonly ChangedFile[]): fc.Arbitrary<CallResult> {
  const pages = [...pagesOfFiles(files)];
  return fc
    .record({
      readPages: fc.oneof({ weight: 6, arbitrary: fc.constant(pages) }, { weight: 1, arbitrary: fc.subarray(pages) }),
      outcome: mostly<CallResult['outcome']>('assessed', 'unassessed', 'prose', 'failed', 'timed_out', 'cancelled'),
      reason: fc.constantFrom(...RUN_REASONS),
    })
    .map(({ readPages, outcome, reason }) =>
      outcome === 'assessed'
        ? aCallResult({ readPages })
        : aFailedCall({ outcome, readPages, failure: aCallFailure({ reason }) }),
    );
}

const someFinding = fc.oneof(
  fc.constantFrom(...SEVERITIES).map((severity) => aFinding({ severity })),
  fc.constant(aFinding({ severity: 'info', decision: { state: 'advisory', reason: 'below_minimum_severity' } })),
  fc
    .constantFrom('quote_not_found' as const, 'unreadable' as const)
    .map((reason) => aWithheldFinding({ decision: { state: 'withheld', reason } })),
);

const somePlan = someFiles.chain((files) =>
  fc.record({
    evidence: fc
      .record({
        omittedFileCount: mostly(0, 1, 40),
        limitations: fc.oneof(
          { weight: 6, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.subarray([...LIMITATIONS]) },
        ),
        source: mostly<'pull_request' | 'workspace'>('pull_request', 'workspace'),
      })
      .map((part) => anEvidence({ ...part, files })),
    results: fc.array(someCall(files), { maxLength: 2 }),
    findings: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Finding[]>([]) },
      { weight: 2, arbitrary: fc.array(someFinding, { maxLength: 3 }) },
    ),
    movement: mostly<Movement>(
      { kind: 'unmoved' },
      { kind: 'moved', what: 'head', from: 'a', to: 'b' },
      { kind: 'unreadable', reason: 'a 502' },
    ),
    checks: fc.constantFrom<StaticCheck[]>(
      [],
      [{ analyzerId: 'ruff', version: '1', checkedPaths: ['a.ts'], findings: 0, failure: null }],
    ),
    limitations: fc.constantFrom<Limitation[]>([], [], ['no_model'], ['secrets_unchecked']),
    settings: fc.record({ fail_on: fc.constantFrom(...SEVERITIES, 'never' as const), strict_coverage: fc.boolean() }),
  }),
);

type Plan = typeof somePlan extends fc.Arbitrary<infer P> ? P : never;

const concluded = (plan: Plan) =>
  conclude({
    ...plan,
    runId: 'run-1',
    record: null,
    mode: 'standard',
    label: '#12',
    notices: [],
    uncheckedPaths: [],
    modelId: 'model-1',
    startedAtMs: 0,
    endedAtMs: 1,
  });

/** Judged from the plan alone, without the ledger: every page of every file that is not accepted unread stood before a call that assessed. */
function isEverythingRead({ evidence, results }: Plan): boolean {
  const read = new Set(
    results
      .filter(({ outcome }) => outcome === 'assessed')
      .flatMap(({ readPages }) => readPages.map(({ path, index }) => `${path}#${index}`)),
  );
  return evidence.files.every(({ path, pages, cutReason, exclusion }) =>
    exclusion === null
      ? cutReason === null &&
        Array.from({ length: pages }, (_none, index) => `${path}#${index}`).every((page) => read.has(page))
      : exclusion.isAccepted,
  );
}

function isFaultless(plan: Plan): boolean {
  const { evidence, results, findings, limitations, movement } = plan;
  const lowering = [...evidence.limitations, ...limitations].filter(
    (code) => code !== 'settings_invalid' && code !== 'instructions_cut',
  );
  return (
    evidence.files.length > 0 &&
    isEverythingRead(plan) &&
    results.every(({ outcome }) => outcome === 'assessed') &&
    evidence.omittedFileCount === 0 &&
    evidence.source !== 'workspace' &&
    lowering.length === 0 &&
    movement.kind === 'unmoved' &&
    findings.every(({ decision }) => decision.state !== 'published' && decision.reason !== 'unreadable')
  );
}

describe('over random fault plans', () => {
  it('reaches success exactly when every file is reviewed or accepted, every part assessed, nothing omitted, moved or published', () => {
    let successes = 0;
    fc.assert(
      fc.property(somePlan, (plan) => {
        const isSuccess = concluded(plan).conclusion === 'success';
        successes += isSuccess ? 1 : 0;
        expect(isSuccess).toBe(isFaultless(plan));
      }),
      { numRuns: 1_000 },
    );
    expect(successes).toBeGreaterThan(50);
  });

  it('leaves no row pending, gives one row per file, and a reason to all that is not reviewed', () => {
    fc.assert(
      fc.property(somePlan, (plan) => {
        const { rows } = concluded(plan).coverage;
        expect(rows.map(({ path }) => path)).toEqual(plan.evidence.files.map(({ path }) => path));
        for (const { state, reason } of rows) {
          expect(state).not.toBe('pending');
          expect(reason === null).toBe(state === 'reviewed');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never fails a check for a target that moved, and blocks under strict coverage whatever is not complete and current', () => {
    fc.assert(
      fc.property(somePlan, (plan) => {
        const { conclusion, coverage, freshness } = concluded(plan);
        const isWhole = coverage.state === 'complete' && freshness === 'current';
        if (plan.settings.strict_coverage) expect(conclusion === 'action_required').toBe(!isWhole);
        else if (freshness === 'stale') expect(conclusion).toBe('neutral');
        else if (freshness === 'unknown') expect(['neutral', 'cancelled']).toContain(conclusion);
      }),
      { numRuns: 300 },
    );
  });

  it.each([0, 1, 49, 50, 51, 99, 100, 101, 1000])('accounts exactly for %i findings', (count) => {
    fc.assert(
      fc.property(fc.array(someFinding, { minLength: count, maxLength: count }), (findings) => {
        const plan = {
          evidence: anEvidence(),
          results: [aCallResult()],
          checks: [],
          limitations: [],
          movement: { kind: 'unmoved' as const },
          settings: { fail_on: 'never' as const, strict_coverage: false },
        };
        const { accounting } = concluded({ ...plan, findings });
        expect([accounting.candidates, accounting.published + accounting.advisory + accounting.withheld]).toEqual([
          count,
          count,
        ]);
      }),
      { numRuns: 5 },
    );
  });
});
