/** Every number of the runtime, named with its unit and its reason. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Evidence holds at most this many files (GitHub itself lists 3,000); the rest are counted as omitted. */
export const MAX_EVIDENCE_FILES = 4_096;
/** One page of a patch: about 10,000 to 20,000 tokens, so that a page is a useful unit of reading. */
export const PAGE_CHARS = 40_000;
/** Of one file, so that a single generated giant cannot eat a review. */
export const MAX_FILE_CHARS = 80_000;
/** What one call may be served in all: fits a 128k-token context with room for the answer. */
export const CALL_ALLOWANCE_CHARS = 240_000;
/** A patch larger than this is not read at all (`oversized`). */
export const MAX_PATCH_BYTES = 8_000_000;
/** A page served later than this after the last look at the provider is preceded by another look. */
export const RECHECK_AFTER_MS = 30 * SECOND;
/** What GitHub cannot take is held and tried again for this long: outages and rate limits (an hour at most) are over by then. */
export const MAX_HOLD_MS = 6 * 60 * MINUTE;
/** A report written later than this after the last look at its target is preceded by another look. */
export const LOOK_AGAIN_AFTER_MS = 2 * MINUTE;
/** File pages and contents (of many files at once, or of one) of one run, counted before the request goes out. */
export const MAX_ACQUISITIONS = 128;
/** Blobs larger than this are not fetched to compute a missing patch. */
export const MAX_BLOB_BYTES = 1_000_000;
/** Deliveries that read what they are about at once: more would only keep the process from answering the next ones in time. */
export const MAX_BEGINNINGS = 6;
/** How long a provider's old view of a head is waited for right after a push. */
export const HEAD_WAIT_MS = [1 * SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND] as const;

/** One instruction file, and all of them together, as a reviewer is shown them. */
export const MAX_INSTRUCTION_FILE_BYTES = 8 * 1024;
export const MAX_INSTRUCTION_BYTES = 32 * 1024;
/** A settings file or rubric larger than this is refused. */
export const MAX_SETTINGS_BYTES = 64 * 1024;

/** Files static checks look at in one run, and the largest of them: memory stays within what one pull request may cost. */
export const MAX_ANALYZED_FILES = 400;
export const MAX_ANALYZED_FILE_BYTES = 512 * 1024;

/** Secrets of one change that are masked verbatim: each is looked for in every page. Beyond them the change is not clean of them. */
export const MAX_KNOWN_SECRETS = 500;

/** A reviewer's texts: GitHub shows 255 characters of an annotation title; a body beyond 4,000 is no longer one finding. */
export const MAX_TITLE_CHARS = 120;
export const MAX_BODY_CHARS = 4_000;
export const MAX_QUOTE_CHARS = 2_000;
export const MAX_FINDINGS_PER_CALL = 2_000;

/** Longest wait for capacity of the model endpoint, in one call. */
export const MAX_CAPACITY_WAIT_MS = 20 * MINUTE;
/** Tries of one model request on 429, 5xx and network errors; each counts as a request. */
export const MAX_TRIES_PER_REQUEST = 4;
/** Worst measured density of source text: 1.95 bytes a token. Used to estimate before the endpoint has told. */
export const BYTES_PER_TOKEN = 1.95;

/** Bounds of one run. The operator's environment sets the ceiling, a repository may only lower them. */
export type Limits = {
  /** Model requests, every try counted. */
  readonly maxRequests: number;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  /** Of one answer; raised once, to four times this, when reasoning ate it. */
  readonly maxAnswerTokens: number;
  /** Tool calls one reviewer may make. */
  readonly maxToolCalls: number;
  /** One call, waiting for capacity not counted. */
  readonly callTimeoutMs: number;
  /** No byte of an answer for this long means the stream has stalled. */
  readonly idleTimeoutMs: number;
};

export const DEFAULT_LIMITS: Limits = {
  maxRequests: 24,
  maxInputTokens: 1_500_000,
  maxOutputTokens: 100_000,
  maxAnswerTokens: 16_000,
  maxToolCalls: 48,
  callTimeoutMs: 10 * MINUTE,
  idleTimeoutMs: 90 * SECOND,
};

/** Take the lower of each bound: a repository can never raise what the operator set. */
export function lowerLimits(ceiling: Limits, wanted: Partial<Limits>): Limits {
  const keys = Object.keys(ceiling) as (keyof Limits)[];
  return Object.fromEntries(keys.map((key) => [key, Math.min(ceiling[key], wanted[key] ?? ceiling[key])])) as Limits;
}
