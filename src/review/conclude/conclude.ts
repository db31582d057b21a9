import { compareHistory } from '../lifecycle/compare-history.js';
import type { StaticCheck } from '../model/analysis.js';
import type { CallResult } from '../model/call.js';
import type { Coverage, Limitation } from '../model/coverage.js';
import type { Evidence } from '../model/evidence.js';
import type { Finding } from '../model/finding.js';
import type { Mode } from '../model/manifest.js';
import type { ReviewRecord } from '../model/record.js';
import type { Report } from '../model/report.js';
import type { Movement } from '../model/target.js';
import type { Settings } from '../settings.js';
import { countDecisions } from '../settle/index.js';
import { decideConclusion, verdictOf } from './decide-conclusion.js';
import { freshnessOf } from './freshness.js';
import { createLedger, settleLedger } from './ledger.js';
import { sumUsage } from './sum-usage.js';
import { summarizeCoverage } from './summarize-coverage.js';
import { writeTitle } from './write-title.js';

/** What really happened in a run, as values. Times are milliseconds since the epoch. */
export type ConcludeInput = {
  readonly runId: string;
  readonly mode: Mode;
  readonly label: string;
  readonly evidence: Evidence;
  /** Every call of the run, the owner first; empty when none was made. */
  readonly results: readonly CallResult[];
  /** The static checks that ran. */
  readonly checks: readonly StaticCheck[];
  /** Files a check that covers them did not look at. */
  readonly uncheckedPaths: readonly string[];
  /** As `settle` gave them: one per candidate. */
  readonly findings: readonly Finding[];
  /** What is known of earlier runs; null where runs have no record. */
  readonly record: ReviewRecord | null;
  readonly movement: Movement;
  readonly settings: Pick<Settings, 'fail_on' | 'strict_coverage'>;
  readonly notices: readonly string[];
  /** Besides those of the evidence. */
  readonly limitations: readonly Limitation[];
  /** The configured name; used when no call was made that could tell the model's own. */
  readonly modelId: string | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
};

/**
 * Build the report. Coverage, freshness, verdict, conclusion and title come from the ledger, the calls' outcomes and the
 * second look at the target; a reviewer's words are carried along as untrusted text and decide none of them.
 */
export function conclude(input: ConcludeInput): Report {
  const { evidence, results, checks, findings, movement, settings } = input;
  const rows = settleLedger(createLedger(evidence), { evidence, results, movement });
  const coverage = summarizeCoverage({ rows, evidence, results, checks, findings, limitations: input.limitations });
  const failure = results.find((result) => result.failure !== null)?.failure ?? null;
  const standing = { checks, coverage, freshness: freshnessOf(movement), findings, failure };
  return {
    runId: input.runId,
    mode: input.mode,
    label: input.label,
    evidence,
    coverage,
    freshness: standing.freshness,
    movement: movement.kind === 'unmoved' ? null : movement,
    verdict: verdictOf(standing),
    conclusion: decideConclusion(standing, { failOn: settings.fail_on, strictCoverage: settings.strict_coverage }),
    title: writeTitle(standing, movement),
    ...wordsOf(results),
    findings,
    accounting: countDecisions(findings),
    history: historyOf(input, coverage),
    staticChecks: checks,
    uncheckedPaths: input.uncheckedPaths,
    failure,
    notices: [...input.notices, ...unreadableNotice(findings)],
    failOn: settings.fail_on,
    usage: sumUsage(results.map(({ usage }) => usage)),
    modelId: results[0]?.modelId ?? input.modelId,
    startedAtMs: input.startedAtMs,
    endedAtMs: input.endedAtMs,
  };
}

/** Without a model it is static checks that look at files. */
function historyOf({ checks, findings, record, results, runId, uncheckedPaths }: ConcludeInput, coverage: Coverage) {
  if (record === null) return null;
  const unchecked = new Set(uncheckedPaths);
  const checked = results.length > 0 ? [] : checks.flatMap(({ checkedPaths }) => checkedPaths);
  const checkedPaths = new Set(checked.filter((path) => !unchecked.has(path)));
  return compareHistory(record, runId, { findings, coverage, checkedPaths });
}

/** What reviewers said besides findings, from the first that assessed. */
function wordsOf(results: readonly CallResult[]) {
  const assessment = results.find(({ outcome }) => outcome === 'assessed')?.assessment ?? null;
  return {
    summary: assessment?.summary ?? null,
    remediation: assessment?.remediation ?? [],
    notes: assessment?.notes ?? [],
    residualRisk: assessment?.residualRisk ?? [],
    prose: results.find(({ prose }) => prose !== null)?.prose ?? null,
  };
}

/** A broken entry may have been the only finding: it is told, and coverage is limited by it. */
function unreadableNotice(findings: readonly Finding[]): readonly string[] {
  const count = findings.filter(({ decision }) => decision.reason === 'unreadable').length;
  if (count === 0) return [];
  const told = count === 1 ? '1 entry' : `${count} entries`;
  return [`${told} of the reviewer's answer could not be read and ${count === 1 ? 'is' : 'are'} withheld.`];
}
