import type { RunReason } from './coverage.js';
import type { Candidate } from './finding.js';
import type { Page } from './patch.js';

export type Usage = {
  /** HTTP requests sent to the model endpoint, refused and retried ones included. */
  readonly requests: number;
  readonly inputTokens: number;
  /** The part of `inputTokens` the endpoint says it took from its cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** The endpoint told no token counts for some request; those were estimated from text length. */
  readonly isEstimated: boolean;
};

export const NO_USAGE: Usage = {
  requests: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  isEstimated: false,
};

export type CallOutcome = 'assessed' | 'unassessed' | 'prose' | 'failed' | 'timed_out' | 'cancelled';

/** What a reviewer's valid envelope said besides its findings. */
export type Assessment = {
  readonly summary: string;
  readonly remediation: readonly string[];
  readonly notes: readonly string[];
  readonly residualRisk: readonly string[];
  readonly verdict: 'correct' | 'incorrect' | 'undetermined';
  readonly verdictConfidence: number;
};

/** Why a call did not assess. `message` is one plain sentence for a person, free of secrets, prompts and source text. */
export type CallFailure = {
  readonly reason: RunReason;
  /** Short words for a title: `provider quota`, `the model refused`, `no answer in 300 s`. */
  readonly title: string;
  readonly message: string;
  readonly help: string;
};

/** The end of one bounded, isolated execution of a reviewer. */
export type CallResult = {
  readonly callId: string;
  readonly outcome: CallOutcome;
  /** Present exactly when `outcome` is `assessed`. */
  readonly assessment: Assessment | null;
  /** Everything it reported, also what could be saved from a cut or broken answer. */
  readonly candidates: readonly Candidate[];
  /** Words without an envelope, kept as an advisory note. */
  readonly prose: string | null;
  /** The pages that stood in the request which was answered. Only these count as read, and only when `assessed`. */
  readonly readPages: readonly Page[];
  /** Present exactly when `outcome` is not `assessed`. */
  readonly failure: CallFailure | null;
  readonly usage: Usage;
  /** The model's own name as the endpoint told it last; the configured name when it told none. */
  readonly modelId: string;
};
