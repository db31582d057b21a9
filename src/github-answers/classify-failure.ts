/** GitHub's advice when a limit names no time. */
const UNNAMED_LIMIT_WAIT_MS = 60_000;
/** GitHub refuses a token that is only seconds old. */
const YOUNG_TOKEN_WAIT_MS = 2_000;
/** A reset that has just passed by our clock may not have by GitHub's. */
const SHORTEST_RESET_WAIT_MS = 1_000;

/**
 * What an unsuccessful request means:
 * - `primary_limit`, `secondary_limit`: not executed, GitHub asks to wait
 * - `bad_credentials`: not executed; a very young token is refused like this for a few seconds
 * - `denied`: not executed, and never will be with these permissions
 * - `refused`: not executed, something in it is invalid
 * - `server`, `no_answer`, `unreadable_answer`: nobody knows whether it was executed
 */
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
  /** How long GitHub asks to be left alone; 0 when it asks for nothing. */
  readonly waitMs: number;
  /** When the primary limit's window ends, as GitHub says with every answer; null when it did not. */
  readonly resetsAtMs: number | null;
};

type FailedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
};

/** The answer that an Octokit error carries; null when there was none (network, timeout, abort). */
export function responseOf(error: unknown): FailedResponse | null {
  const response = (error as { response?: Partial<FailedResponse> } | null | undefined)?.response;
  if (typeof response?.status !== 'number') return null;
  return { status: response.status, headers: response.headers ?? {}, data: response.data };
}

/** Decide what a rejected request means. `nowMs` turns the moments GitHub names into waits. */
export function classifyFailure(error: unknown, nowMs: number): GithubFailure {
  const response = responseOf(error);
  if (response === null) return failureOf('no_answer', null);
  const kind = kindOf(response);
  const resetSeconds = Number(header(response, 'x-ratelimit-reset') ?? Number.NaN);
  const resetsAtMs = Number.isFinite(resetSeconds) ? resetSeconds * 1_000 : null;
  const asked = readRetryAfter(header(response, 'retry-after'), nowMs);
  return { kind, status: response.status, waitMs: asked ?? waitOf(kind, resetsAtMs, nowMs), resetsAtMs };
}

/** A failure without an answer, or an answer of success whose body is not what GitHub documents. */
export function failureOf(kind: 'no_answer' | 'unreadable_answer', status: number | null): GithubFailure {
  return { kind, status, waitMs: 0, resetsAtMs: null };
}

/** The wait of a failure that names none. */
function waitOf(kind: GithubFailure['kind'], resetsAtMs: number | null, nowMs: number): number {
  if (kind === 'bad_credentials') return YOUNG_TOKEN_WAIT_MS;
  if (kind === 'secondary_limit' || (kind === 'primary_limit' && resetsAtMs === null)) return UNNAMED_LIMIT_WAIT_MS;
  return kind === 'primary_limit' ? Math.max(SHORTEST_RESET_WAIT_MS, (resetsAtMs ?? nowMs) - nowMs) : 0;
}

function kindOf(response: FailedResponse): GithubFailure['kind'] {
  switch (response.status) {
    case 401:
      return /bad credentials/i.test(messageOf(response)) ? 'bad_credentials' : 'denied';
    case 403:
      return limitOf(response) ?? 'denied';
    case 404:
    case 410:
    case 451:
      return 'denied';
    case 408:
      return 'server';
    case 429:
      return limitOf(response) ?? 'secondary_limit';
    default:
      return otherKindOf(response.status);
  }
}

function otherKindOf(status: number): GithubFailure['kind'] {
  if (status >= 500) return 'server';
  return status >= 400 ? 'refused' : 'unreadable_answer';
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
