import type { Evidence, EvidencePack } from './evidence.js';
import type { Page } from './patch.js';

/** A target with its denominator frozen: what changed, what of it will be served, and the pages themselves. */
export type PreparedTarget = {
  readonly evidence: Evidence;
  readonly pack: EvidencePack;
  /** Paths of the files to be served, in serving order: source before tests before the rest, small before large within a kind. */
  readonly servingOrder: readonly string[];
  /** Pages of one file; empty for excluded and unknown paths. Made when asked for, so that a large change does not stand in memory twice. */
  readonly pagesOf: (path: string) => readonly Page[];
  /** Asked-for paths (of a narrowed target) that matched no changed file. */
  readonly unmatchedPaths: readonly string[];
};
