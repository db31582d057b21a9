export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const CATEGORIES = [
  'correctness',
  'security',
  'concurrency',
  'resources',
  'error_handling',
  'performance',
  'contract',
  'tests',
  'types',
  'maintainability',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const CLAIM_KINDS = ['undefined', 'missing_file', 'missing_test', 'unused', 'unchecked_caller'] as const;

/** A claim that something is absent, for the runtime to check where it can. */
export type Claim = {
  readonly kind: (typeof CLAIM_KINDS)[number];
  readonly subject: string;
  readonly path: string | null;
};

/** A finding as a reviewer reported it, before it has a place and a decision. */
export type Candidate = {
  /** The call that reported it. */
  readonly callId: string;
  /** Place in that call's answer, 0-based. */
  readonly index: number;
  readonly severity: Severity;
  /** 0..1 */
  readonly confidence: number;
  readonly category: Category;
  readonly path: string;
  readonly startLine: number | null;
  readonly endLine: number | null;
  readonly title: string;
  readonly body: string;
  /** A quote of the change, as the reviewer gave it. */
  readonly evidence: string;
  readonly trigger: string | null;
  readonly suggestion: string | null;
  readonly rule: { readonly file: string; readonly line: number } | null;
  readonly claims: readonly Claim[];
  /** Set when the entry was broken and could only be salvaged in part: what was wrong. Such a candidate is withheld as `unreadable`. */
  readonly defect: string | null;
};

/** A place on the right side of the change. Lines are 1-based and both ends are in the same hunk. */
export type Location = {
  readonly path: string;
  readonly side: 'right';
  readonly startLine: number;
  readonly endLine: number;
  /** The quote is deleted code: this is the nearest line that still exists. */
  readonly isNearDeletedCode: boolean;
};

export type WithheldReason =
  /** The quote stands nowhere in what the reviewer was shown. */
  | 'quote_not_found'
  | 'path_not_in_target'
  /** The path is in the target, but no reviewer was shown any of it. */
  | 'path_not_read'
  /** The suggestion is what the code already says. */
  | 'suggestion_equals_code'
  | 'duplicate'
  /** The entry in the answer was broken. */
  | 'unreadable';

/** What a person may say of a finding. */
export type Disposal = 'dismissed' | 'resolved';

/** A finding against the revision before. */
export type Baseline = 'new' | 'repeated' | 'changed';

export type Decision =
  | { readonly state: 'published'; readonly reason: 'anchored' | 'no_line' }
  /** `dismissed`, `resolved`: a person said so of exactly this finding. */
  | { readonly state: 'advisory'; readonly reason: 'below_minimum_severity' | Disposal }
  | { readonly state: 'withheld'; readonly reason: WithheldReason };

export type Verification = {
  readonly state: 'unverified' | 'confirmed' | 'refuted' | 'inconclusive';
  readonly confidence: number | null;
  readonly note: string | null;
};

/** One thing the review says. Severity, confidence and verification are three separate dials. */
export type Finding = {
  /** `F1`, `F2`… for published and advisory findings; `W1`… for withheld ones. */
  readonly id: string;
  readonly fingerprint: string;
  readonly groupKey: string;
  readonly severity: Severity;
  readonly rawSeverity: Severity;
  readonly confidence: number;
  readonly category: Category;
  /** The path the finding is about, also when it has no line. */
  readonly path: string;
  readonly location: Location | null;
  readonly title: string;
  readonly body: string;
  readonly evidence: string;
  readonly trigger: string | null;
  readonly suggestion: string | null;
  readonly rule: { readonly file: string; readonly line: number; readonly isVerified: boolean } | null;
  readonly claims: readonly Claim[];
  readonly additionalLocations: readonly Location[];
  /** Ids of the calls that reported it. */
  readonly support: readonly string[];
  readonly verification: Verification;
  readonly decision: Decision;
  /** Null when there is no revision before, and for withheld ones. */
  readonly baseline: Baseline | null;
};

/** Exact accounting: candidates = published + advisory + withheld. */
export type Accounting = {
  readonly candidates: number;
  readonly published: number;
  readonly advisory: number;
  readonly withheld: number;
};
