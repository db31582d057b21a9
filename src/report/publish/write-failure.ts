/**
 * What a failed request means for a write:
 * - `limited`: not executed, GitHub asked to wait
 * - `refused`: not executed, something in it is invalid (422, 400, 413)
 * - `denied`: not executed, and never will be with these permissions
 * - `doubtful`: it may have been executed: look before sending it again
 */
export type WriteFailure =
  | { readonly kind: 'limited'; readonly waitMs: number }
  | { readonly kind: 'refused' | 'denied' | 'doubtful'; readonly status: number | null };

/** GitHub's advice when a secondary limit names no time. */
const DEFAULT_WAIT_MS = 60_000;
/** A very young installation token can be refused for a few seconds. */
const YOUNG_TOKEN_WAIT_MS = 2_000;
const MAX_DATE_WAIT_MS = 3_600_000;

type Answer = {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly message: string;
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function answerOf(error: unknown): Answer {
  const fields = isRecord(error) ? error : {};
  const response = isRecord(fields.response) ? fields.response : {};
  return {
    status: typeof fields.status === 'number' ? fields.status : null,
    headers: isRecord(response.headers) ? response.headers : {},
    message: error instanceof Error ? error.message : '',
  };
}

/** Seconds, or a date; null when there is no such header. */
function retryAfterMs(value: unknown, nowMs: number): number | null {
  if (value === undefined || value === null || value === '') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const dateMs = Date.parse(String(value));
  return Number.isNaN(dateMs) ? null : Math.min(MAX_DATE_WAIT_MS, Math.max(0, dateMs - nowMs));
}

/** The wait a 403 or 429 asks for; null when it is about permissions. A secondary limit is told by its headers and its body. */
function limitWaitMs({ status, headers, message }: Answer, nowMs: number): number | null {
  const asked = retryAfterMs(headers['retry-after'], nowMs);
  if (asked !== null) return asked;
  if (String(headers['x-ratelimit-remaining'] ?? '') === '0') {
    const resetMs = Number(headers['x-ratelimit-reset']) * 1_000;
    return Number.isFinite(resetMs) ? Math.max(1_000, resetMs - nowMs) : DEFAULT_WAIT_MS;
  }
  const isLimit = status === 429 || /secondary rate limit|abuse detection|rate limit exceeded/i.test(message);
  return isLimit ? DEFAULT_WAIT_MS : null;
}

/** Decide what a rejected request means. An error without a status (a reset, a time-out) is doubtful. */
export function classifyFailure(error: unknown, nowMs: number): WriteFailure {
  const answer = answerOf(error);
  const { status } = answer;
  if (status === 403 || status === 429) {
    const waitMs = limitWaitMs(answer, nowMs);
    return waitMs === null ? { kind: 'denied', status } : { kind: 'limited', waitMs };
  }
  if (status === 401) return { kind: 'limited', waitMs: YOUNG_TOKEN_WAIT_MS };
  if (status === 404 || status === 410 || status === 451) return { kind: 'denied', status };
  if (status === null || status >= 500 || status < 400 || status === 408) return { kind: 'doubtful', status };
  return { kind: 'refused', status };
}
