import { PlumblineError } from '../../review/index.js';

/** Longest wait that a `Retry-After` may ask for before the read is given up instead. */
const MAX_RETRY_AFTER_MS = 60_000;
/** Waits before the second and third try of a read that met a server error or no answer. */
const RETRY_WAITS_MS = [1_000, 3_000] as const;
/** GitHub refuses a token that is only seconds old. */
const YOUNG_TOKEN_WAIT_MS = 2_000;
/** What GitHub asks for when a secondary limit comes without `Retry-After`. */
const SECONDARY_LIMIT_WAIT_MS = 60_000;

/** What an unsuccessful request means, decided from status, headers and body. */
export type GithubFailure = {
  readonly kind:
    | 'primary_limit'
    | 'secondary_limit'
    | 'bad_credentials'
    | 'denied'
    | 'refused'
    | 'server'
    | 'no_answer'
    | 'unreadable_answer';
  /** Null when no answer came. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly resetsAtMs: number | null;
};

type FailedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
};

/** The answer that an Octokit error carries; null when there was none (network, timeout, abort). */
export function responseOf(error: unknown): FailedResponse | null {
  const response = (error as { response?: Partial<FailedResponse> } | null)?.response;
  if (typeof response?.status !== 'number') return null;
  return { status: response.status, headers: response.headers ?? {}, data: response.data };
}

export function classifyFailure(error: unknown, nowMs: number): GithubFailure {
  const response = responseOf(error);
  if (response === null) return failureOf('no_answer', null);
  const retryAfterMs = readRetryAfter(header(response, 'retry-after'), nowMs);
  const resetSeconds = Number(header(response, 'x-ratelimit-reset') ?? Number.NaN);
  return {
    kind: kindOf(response),
    status: response.status,
    retryAfterMs,
    resetsAtMs: Number.isFinite(resetSeconds) ? resetSeconds * 1_000 : null,
  };
}

/** An answer of success whose body is not what GitHub documents: cut short on the way, or of another server. */
export function failureOf(kind: 'no_answer' | 'unreadable_answer', status: number | null): GithubFailure {
  return { kind, status, retryAfterMs: null, resetsAtMs: null };
}

/** How long to wait before a further try, null when there shall be none. `failedTries` counts those made so far. */
export function waitBeforeRetry(failure: GithubFailure, failedTries: number): number | null {
  if (failure.kind === 'bad_credentials') return failedTries === 1 ? YOUNG_TOKEN_WAIT_MS : null;
  const backoffMs = RETRY_WAITS_MS[failedTries - 1];
  if (backoffMs === undefined) return null;
  switch (failure.kind) {
    case 'server':
    case 'no_answer':
    case 'unreadable_answer':
      return Math.min(failure.retryAfterMs ?? backoffMs, MAX_RETRY_AFTER_MS);
    case 'secondary_limit': {
      const waitMs = failure.retryAfterMs ?? SECONDARY_LIMIT_WAIT_MS;
      return waitMs <= MAX_RETRY_AFTER_MS ? waitMs : null;
    }
    default:
      return null;
  }
}

/** The catalogue's error. It names the route's template only: no token, no path, no body. */
export function toPlumblineError(failure: GithubFailure, route: string): PlumblineError {
  switch (failure.kind) {
    case 'primary_limit':
    case 'secondary_limit':
      return new PlumblineError('provider_rate_limited', { request: route, resetsAtMs: failure.resetsAtMs });
    case 'denied':
    case 'bad_credentials':
      return new PlumblineError('provider_denied', { request: route, status: failure.status });
    case 'no_answer':
      return new PlumblineError('provider_failed', { request: route, status: 'nothing' });
    case 'unreadable_answer':
      return new PlumblineError('provider_failed', { request: route, status: 'an unreadable body' });
    default:
      return new PlumblineError('provider_failed', { request: route, status: failure.status });
  }
}

function kindOf(response: FailedResponse): GithubFailure['kind'] {
  switch (response.status) {
    case 401:
      return /bad credentials/i.test(messageOf(response)) ? 'bad_credentials' : 'denied';
    case 403:
      return limitOf(response) ?? 'denied';
    case 404:
    case 451:
      return 'denied';
    case 429:
      return limitOf(response) ?? 'secondary_limit';
    default:
      return response.status >= 500 ? 'server' : 'refused';
  }
}

/** A permission 403 has neither header nor words of a limit; only a secondary limit has `Retry-After`. */
function limitOf(response: FailedResponse): 'primary_limit' | 'secondary_limit' | null {
  const message = messageOf(response);
  if (header(response, 'retry-after') !== null || /secondary rate limit|abuse detection/i.test(message)) {
    return 'secondary_limit';
  }
  const isSpent = header(response, 'x-ratelimit-remaining') === '0';
  return isSpent || /rate limit exceeded/i.test(message) ? 'primary_limit' : null;
}

function messageOf(response: FailedResponse): string {
  const message = (response.data as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : '';
}

function header(response: FailedResponse, name: string): string | null {
  const value = response.headers[name];
  return value === undefined || value === null ? null : String(value);
}

/** Seconds, or the date form that proxies in front of an own server like to send. */
function readRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}
