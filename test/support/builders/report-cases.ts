import fc from 'fast-check';
import type { CoverageRow } from '../../../src/review/model/coverage.js';
import { type Finding, SEVERITIES } from '../../../src/review/model/finding.js';
import type { Report } from '../../../src/review/model/report.js';
import { countDecisions } from '../../../src/review/settle/index.js';
import { aFinding } from './finding.js';
import { aCallFailure, anEvidence, aReport } from './report.js';

/** `count` findings of one severity, each on a line of its own and with a cause of its own. */
export function manyFindings(count: number, overrides: Partial<Finding> = {}): readonly Finding[] {
  return Array.from({ length: count }, (_none, index) =>
    aFinding({
      id: `F${index + 1}`,
      groupKey: `group-${index}`,
      title: `Defect ${index + 1}`,
      location: { path: 'src/a.ts', side: 'right', startLine: index + 1, endLine: index + 1, isNearDeletedCode: false },
      ...overrides,
    }),
  );
}

/** A complete report with these findings, its counts made from them. */
export function aReportWith(findings: readonly Finding[], overrides: Partial<Report> = {}): Report {
  return aReport({
    findings,
    accounting: countDecisions(findings),
    verdict: findings.some(({ decision }) => decision.state === 'published') ? 'findings' : 'no_findings',
    conclusion: 'neutral',
    title: `${findings.length} findings in 1 of 1 file`,
    ...overrides,
  });
}

export function aRow(path: string, overrides: Partial<CoverageRow> = {}): CoverageRow {
  return { path, state: 'reviewed', reason: null, isAccepted: false, ...overrides };
}

/** Twelve of fifteen files read: one lockfile accepted, one binary, one over budget. */
export function aLimitedReport(overrides: Partial<Report> = {}): Report {
  const rows = Array.from({ length: 12 }, (_none, index) => aRow(`src/${index}.ts`));
  return aReport({
    coverage: {
      state: 'limited',
      omittedFileCount: 0,
      limitations: [],
      rows: [
        aRow('package-lock.json', { state: 'excluded', reason: 'lockfile', isAccepted: true }),
        ...rows,
        aRow('assets/model.bin', { state: 'excluded', reason: 'binary' }),
        aRow('src/huge.ts', { state: 'partially_reviewed', reason: 'over_budget' }),
      ],
    },
    conclusion: 'neutral',
    title: 'Limited: 12 of 15 files reviewed, no findings in them',
    ...overrides,
  });
}

export function aStaleReport(overrides: Partial<Report> = {}): Report {
  return aReport({
    freshness: 'stale',
    movement: { kind: 'moved', what: 'head', from: 'b'.repeat(40), to: 'c'.repeat(40) },
    conclusion: 'neutral',
    title: 'Stale: the head moved during the review',
    ...overrides,
  });
}

export function aFailedReport(overrides: Partial<Report> = {}): Report {
  return aReport({
    coverage: {
      state: 'failed',
      omittedFileCount: 0,
      limitations: [],
      rows: [aRow('src/a.ts', { state: 'failed', reason: 'call_failed' })],
    },
    verdict: 'not_assessed',
    conclusion: 'neutral',
    title: 'Not reviewed: provider quota',
    summary: null,
    failure: aCallFailure(),
    ...overrides,
  });
}

/** One report of every kind, for what must hold for all of them. */
export function everyKindOfReport(): readonly (readonly [name: string, report: Report])[] {
  return [
    ['nothing found', aReport()],
    ['findings', aReportWith(manyFindings(3))],
    ['limited', aLimitedReport()],
    ['stale', aStaleReport()],
    ['failed', aFailedReport()],
    [
      'unreadable again',
      aReport({ freshness: 'unknown', movement: { kind: 'unreadable', reason: 'GitHub answered 502' } }),
    ],
    ['of a workspace', aReport({ evidence: anEvidence({ source: 'workspace', headSha: null, mergeBaseSha: null }) })],
    ['without an answer', aFailedReport({ prose: 'I think this is fine.', failure: null })],
  ];
}

/** What a random finding may be: any severity and decision, one of a few causes, with and without a line. */
const someFinding = fc
  .record({
    severity: fc.constantFrom(...SEVERITIES),
    cause: fc.integer({ min: 0, max: 3 }),
    line: fc.option(fc.integer({ min: 1, max: 90 })),
    decision: fc.constantFrom<Finding['decision']>(
      { state: 'published', reason: 'anchored' },
      { state: 'advisory', reason: 'below_minimum_severity' },
      { state: 'withheld', reason: 'quote_not_found' },
    ),
  })
  .map(({ severity, cause, line, decision }) =>
    aFinding({
      severity,
      rawSeverity: severity,
      groupKey: `cause-${cause}`,
      decision,
      location:
        line === null
          ? null
          : { path: 'src/a.ts', side: 'right', startLine: line, endLine: line, isNearDeletedCode: false },
    }),
  );

/** Up to 30 findings of every kind with ids of their own. */
export const someFindings: fc.Arbitrary<readonly Finding[]> = fc.array(someFinding, { maxLength: 30 }).map((findings) =>
  findings.map((finding, index) => ({
    ...finding,
    id: `${finding.decision.state === 'withheld' ? 'W' : 'F'}${index + 1}`,
  })),
);

/** A report all of whose free texts are this text. */
export function aReportSaying(text: string): Report {
  const words = { title: text, body: text, evidence: text, trigger: text, suggestion: text };
  const place = { path: text, side: 'right', startLine: 1, endLine: 1, isNearDeletedCode: false } as const;
  return aReportWith(
    [
      aFinding({ ...words, rule: { file: text, line: 1, isVerified: true }, additionalLocations: [place] }),
      aFinding({ ...words, id: 'F2', path: text, location: null, verification: { ...UNVERIFIED, note: text } }),
      aFinding({ ...words, id: 'F3', decision: { state: 'advisory', reason: 'below_minimum_severity' } }),
      aFinding({
        ...words,
        id: 'W1',
        path: text,
        location: null,
        decision: { state: 'withheld', reason: 'duplicate' },
      }),
    ],
    {
      title: text,
      label: text,
      modelId: text,
      summary: text,
      prose: text,
      notes: [text],
      notices: [text],
      remediation: [text],
      residualRisk: [text],
      evidence: anEvidence({ baseRef: text }),
      coverage: {
        state: 'limited',
        rows: [aRow(text, { state: 'excluded', reason: 'binary' })],
        omittedFileCount: 0,
        limitations: [],
      },
    },
  );
}

const UNVERIFIED = { state: 'unverified', confidence: null, note: null } as const;
