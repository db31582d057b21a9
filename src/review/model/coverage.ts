/** Kinds a repository may accept in its settings (`accept`). They lower coverage unless accepted. */
export const ACCEPTABLE_KINDS = ['lockfile', 'generated', 'vendored', 'minified', 'source_map', 'snapshot'] as const;
export type AcceptableKind = (typeof ACCEPTABLE_KINDS)[number];

/** Always accepted: the repository asked for it, or there is no text a reviewer could read. */
export const ACCEPTED_KINDS = ['ignore', 'media'] as const;

/** Facts of a file that always lower coverage. */
export const UNREADABLE_KINDS = ['conflicted', 'path_not_utf8', 'binary', 'oversized', 'patch_missing'] as const;

export type ExclusionReason =
  | AcceptableKind
  | (typeof ACCEPTED_KINDS)[number]
  | (typeof UNREADABLE_KINDS)[number]
  | 'secrets_unchecked';

/** Reasons that appear while a run goes on. */
export const RUN_REASONS = [
  'over_budget',
  'call_failed',
  'call_timed_out',
  'cancelled',
  'model_refused',
  'unparseable_answer',
  'no_model',
  'target_moved',
  /** Could not be looked through for secrets, so no model was shown it. */
  'secrets_unchecked',
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

export type CoverageReason = ExclusionReason | RunReason;

/** A file is in exactly one state from the moment the denominator is frozen. */
export type FileState = 'pending' | 'reviewed' | 'partially_reviewed' | 'excluded' | 'deferred' | 'failed';

/** One row of the coverage ledger. `reason` is null only for `pending` and `reviewed`. */
export type CoverageRow = {
  readonly path: string;
  readonly state: FileState;
  readonly reason: CoverageReason | null;
  readonly isAccepted: boolean;
};

export type CoverageState = 'complete' | 'limited' | 'failed';

/** Facts about the evidence as a whole that a reader must know. Closed list. */
export const LIMITATIONS = [
  /** The work tree can change under the review: at best limited. */
  'mutable_workspace',
  /** Not all that the change adds was looked through for secrets. */
  'secrets_unchecked',
  /** No model read the change: static checks alone did. */
  'no_model',
  /** Only paths that were asked for were looked at; the target has other changed files. */
  'narrowed',
  /** The provider did not list every changed file. */
  'provider_omitted',
  /** The acquisition budget ended before every patch was read. */
  'acquisitions_spent',
  /** More files than evidence can hold. */
  'too_many_files',
  /** Repository instructions were cut or could not be read whole. */
  'instructions_cut',
  /** The repository's settings could not be used; defaults applied. */
  'settings_invalid',
] as const;
export type Limitation = (typeof LIMITATIONS)[number];

export type Coverage = {
  readonly state: CoverageState;
  readonly rows: readonly CoverageRow[];
  readonly omittedFileCount: number;
  readonly limitations: readonly Limitation[];
};

export type Freshness = 'current' | 'stale' | 'unknown';
