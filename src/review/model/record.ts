import type { CoverageState, Freshness } from './coverage.js';
import type { Category, Disposal, Severity } from './finding.js';
import type { Mode } from './manifest.js';
import type { Conclusion, Verdict } from './report.js';
import type { Intent } from './request.js';

/** A published or advisory finding as a record keeps it: what is needed to know it again and to name it. */
export type RecordedFinding = {
  /** `F<number>`: given once per record, never reused. */
  readonly number: number;
  readonly groupKey: string;
  readonly fingerprint: string;
  readonly severity: Severity;
  readonly title: string;
  readonly path: string;
  /** 1-based, of the revision's head; null without a line. */
  readonly startLine: number | null;
  /** These two are not known of findings that were written down before they were kept. */
  readonly category?: Category;
  readonly support?: readonly string[];
};

/** What a person said of a finding. A finding nobody spoke of is open. */
export type Disposition = {
  readonly number: number;
  readonly groupKey: string;
  readonly fingerprint: string;
  readonly state: Disposal;
  /** Login of the person. */
  readonly by: string;
  /** The person's words; untrusted. */
  readonly why: string | null;
  readonly atMs: number;
};

/** Everything that decides what a run would say: two equal jobs that ended well need not both be done. */
export type RevisionJob = {
  readonly headSha: string;
  readonly baseRef: string;
  readonly mergeBaseSha: string | null;
  readonly mode: Mode;
  /** Sorted. */
  readonly paths: readonly string[];
  readonly focus: string | null;
  readonly modelId: string | null;
  /** Digest of the settings in force. */
  readonly settingsDigest: string;
  readonly rubricVersion: number;
};

export type RevisionOutcome = 'completed' | 'failed' | 'cancelled' | 'superseded';

/** How a run ended. Five facts, never one. */
export type RevisionEnd = {
  readonly outcome: RevisionOutcome;
  readonly conclusion: Conclusion;
  readonly title: string;
  /** Null when no report was made. */
  readonly assessment: {
    readonly verdict: Verdict;
    readonly coverage: CoverageState;
    readonly freshness: Freshness;
    /** Everything of the target that counts was read, and nothing moved. */
    readonly isFull: boolean;
    readonly fingerprint: string;
    readonly findings: readonly RecordedFinding[];
    /** Open findings of earlier revisions on files that this one did not assess. */
    readonly carriedOver: readonly RecordedFinding[];
    readonly requests: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  } | null;
  readonly endedAtMs: number;
};

/** One immutable run of a record; only its end is added, once. */
export type Revision = {
  /** 1-based, in the order in which the record's runs began. */
  readonly number: number;
  readonly runId: string;
  /** The delivery that asked for it: by whom, and where. */
  readonly intent: Extract<Intent, { kind: 'review' }>;
  readonly job: RevisionJob;
  readonly startedAtMs: number;
  readonly end: RevisionEnd | null;
};

/** One pull request's lineage. Its key is host, repository id and number: names are reused. */
export type ReviewRecord = {
  readonly key: string;
  readonly nextFindingNumber: number;
  /** Oldest first. */
  readonly revisions: readonly Revision[];
  readonly dispositions: readonly Disposition[];
  /** When somebody last spoke of a finding; 0: nobody has. */
  readonly disposedAtMs: number;
  /** The delivery whose run a person has paused, to be taken up again as it is. */
  readonly paused: PausedRun | null;
};

export type PausedRun = {
  readonly intent: Extract<Intent, { kind: 'review' }>;
  readonly runId: string;
  /** The commit its check stands on, and the check's name. */
  readonly headSha: string;
  readonly checkName: string;
};

export function emptyRecord(key: string): ReviewRecord {
  return { key, nextFindingNumber: 1, revisions: [], dispositions: [], disposedAtMs: 0, paused: null };
}
