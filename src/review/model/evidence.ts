import type { ChangedFile } from './changed-file.js';
import type { Limitation } from './coverage.js';
import type { RepositoryIdentity, TargetSource } from './target.js';

/** How the local repository relates to the reviewed head. A pull request without a bound repository reader is `unavailable`. */
export type Binding = 'matching_clean' | 'matching_dirty' | 'mismatched' | 'unavailable';

/** What the runtime itself knows of a target. Metadata only: no source text, no diff text, no model output. */
export type Evidence = {
  readonly version: 1;
  readonly source: TargetSource;
  readonly repository: RepositoryIdentity;
  readonly baseRef: string | null;
  readonly baseSha: string | null;
  readonly headSha: string | null;
  readonly mergeBaseSha: string | null;
  /** sha-256, hex. Two different contents never share one. */
  readonly fingerprint: string;
  readonly files: readonly ChangedFile[];
  readonly omittedFileCount: number;
  readonly limitations: readonly Limitation[];
  readonly binding: Binding;
};

/** A list with its cap told: `omitted` says how many entries were left out. */
export type Capped<T> = { readonly entries: readonly T[]; readonly omitted: number };

/** Bounded metadata for a reviewer, beside the evidence. */
export type EvidencePack = {
  readonly files: Capped<{
    readonly path: string;
    readonly additions: number;
    readonly deletions: number;
    readonly hunks: Capped<{ readonly newStart: number; readonly newCount: number }>;
    readonly tags: readonly string[];
  }>;
  /** Which kinds of contract the change touches: `api`, `schema`, `migration`, `configuration`, `dependency`. */
  readonly contractHints: Capped<{ readonly hint: string; readonly path: string }>;
};
