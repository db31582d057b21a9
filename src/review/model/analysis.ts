import type { Candidate } from './finding.js';

/** The static checks there are, by the name people know them by. `structure`: rules of our own over syntax trees. */
export const ANALYZER_IDS = ['oxlint', 'ruff', 'secretlint', 'structure', 'lockfile'] as const;
export type AnalyzerId = (typeof ANALYZER_IDS)[number];

/** One static check of a run, as it is told to people. */
export type StaticCheck = {
  readonly analyzerId: AnalyzerId;
  readonly version: string;
  /** Files it looked at. */
  readonly checkedPaths: readonly string[];
  readonly findings: number;
  /** One plain sentence when it could not look at everything it covers. */
  readonly failure: string | null;
};

/** What a static check said of a line: a candidate whose place is known, and the lines it speaks of. */
export type Fact = {
  readonly candidate: Candidate & { readonly startLine: number; readonly endLine: number };
  /** The lines of the head from `startLine` to `endLine`, secrets masked. */
  readonly lines: readonly string[];
  /** Which of the equal first lines of the file this is, 0-based. */
  readonly occurrence: number;
};

/** Everything the static checks of one run came to. */
export type Analysis = {
  /** Those that had something to look at. */
  readonly checks: readonly StaticCheck[];
  readonly facts: readonly Fact[];
  /** Texts of the change that are secrets: masked in everything that is served or said. */
  readonly secrets: readonly string[];
  /** Files a check that covers them did not look at. */
  readonly uncheckedPaths: readonly string[];
  /** Of some of what the change adds it is not known whether it holds secrets. */
  readonly areSecretsUnchecked: boolean;
  /** Files of which that is not known: no model is shown any of them. */
  readonly unsearchedPaths: readonly string[];
  /** The same of the author's words. */
  readonly isAuthorUnsearched: boolean;
  /** One sentence each, for people: what could not be looked at. */
  readonly notices: readonly string[];
};

export const NO_ANALYSIS: Analysis = {
  checks: [],
  facts: [],
  secrets: [],
  uncheckedPaths: [],
  areSecretsUnchecked: false,
  unsearchedPaths: [],
  isAuthorUnsearched: false,
  notices: [],
};
