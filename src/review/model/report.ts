import type { StaticCheck } from './analysis.js';
import type { CallFailure, Usage } from './call.js';
import type { Coverage, Freshness } from './coverage.js';
import type { Evidence } from './evidence.js';
import type { Accounting, Finding, Severity } from './finding.js';
import type { Mode } from './manifest.js';
import type { Disposition, RecordedFinding } from './record.js';
import type { Movement } from './target.js';

/** GitHub's words for the end of a check run, verbatim (the ones this product uses). */
export const CONCLUSIONS = ['success', 'neutral', 'failure', 'action_required', 'cancelled', 'skipped'] as const;
export type Conclusion = (typeof CONCLUSIONS)[number];

/** `not_assessed`: no statement about the change can be made. Derived from the ledger, never from model text. */
export type Verdict = 'findings' | 'no_findings' | 'not_assessed';

/** What became of earlier findings that this run does not report. */
export type History = {
  readonly previousHeadSha: string;
  /** Looked for again and not found. Never called resolved. */
  readonly notObserved: readonly RecordedFinding[];
  /** Still open, on files that this run did not assess. */
  readonly carriedOver: readonly RecordedFinding[];
  /** What people said of findings that are reported now. */
  readonly dispositions: readonly Disposition[];
};

/** Everything a run has to say, ready to be rendered. Withheld findings are in it. */
export type Report = {
  readonly runId: string;
  readonly mode: Mode;
  /** For people: `#12`, `main...HEAD`. */
  readonly label: string;
  readonly evidence: Evidence;
  readonly coverage: Coverage;
  readonly freshness: Freshness;
  /** What moved, or why it could not be read again; null when current. */
  readonly movement: Exclude<Movement, { kind: 'unmoved' }> | null;
  readonly verdict: Verdict;
  readonly conclusion: Conclusion;
  /** The check run's title, at most 120 characters. */
  readonly title: string;
  /** The reviewer's own summary; null when none assessed. Untrusted text. */
  readonly summary: string | null;
  /** Sorted: severity, then path, then line, then title. All decisions. */
  readonly findings: readonly Finding[];
  readonly accounting: Accounting;
  /** Null without an earlier revision. */
  readonly history: History | null;
  /** Untrusted texts of the reviewer. */
  readonly remediation: readonly string[];
  readonly notes: readonly string[];
  readonly residualRisk: readonly string[];
  /** Words of a reviewer that gave no usable answer; kept as an advisory note. */
  readonly prose: string | null;
  /** The static checks that had something to look at. */
  readonly staticChecks: readonly StaticCheck[];
  /** Files a static check that covers them did not look at. */
  readonly uncheckedPaths: readonly string[];
  readonly failure: CallFailure | null;
  /** One sentence each, ready to show: settings that could not be used, instructions that were cut. */
  readonly notices: readonly string[];
  readonly failOn: Severity | 'never';
  readonly usage: Usage;
  /** Null when no model was asked. */
  readonly modelId: string | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
};
