import { type Answer, Refusal } from './answer.js';
import type { WorldState } from './state.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What the world counts to enforce GitHub's limits. */
export class RateMeter {
  running = 0;
  private used = 0;
  private windowStartMs: number | null = null;
  readonly contentWritesMs: number[] = [];

  isSpent(state: WorldState): boolean {
    return this.used >= state.limits.requestsPerHour && state.now() < this.resetsAtMs(state);
  }

  /** Count one request (an answer of 304 is free) and tell the client where it stands. */
  headers(state: WorldState, isFree: boolean): Record<string, string> {
    if (state.now() >= this.resetsAtMs(state)) {
      this.used = 0;
      this.windowStartMs = state.now();
    }
    if (!isFree) this.used += 1;
    const limit = state.limits.requestsPerHour;
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - this.used)),
      'x-ratelimit-used': String(this.used),
      'x-ratelimit-reset': String(Math.ceil(this.resetsAtMs(state) / 1_000)),
      'x-ratelimit-resource': 'core',
    };
  }

  private resetsAtMs(state: WorldState): number {
    this.windowStartMs ??= state.now();
    return this.windowStartMs + HOUR_MS;
  }
}

/** Refuse content-creating requests beyond GitHub's pace. */
export function enforceContentRate(state: WorldState, meter: RateMeter): void {
  const nowMs = state.now();
  const since = (spanMs: number) => meter.contentWritesMs.filter((at) => at > nowMs - spanMs).length;
  const isTooFast =
    since(MINUTE_MS) >= state.limits.contentWritesPerMinute || since(HOUR_MS) >= state.limits.contentWritesPerHour;
  meter.contentWritesMs.push(nowMs);
  if (!isTooFast) return;
  const { status, body, headers } = secondaryLimitAnswer({ retryAfterSeconds: 60 });
  throw new Refusal(status, body as Record<string, unknown>, headers);
}

export function secondaryLimitAnswer(limit: {
  readonly retryAfterSeconds: number;
  readonly status?: 403 | 429;
}): Answer {
  return {
    status: limit.status ?? 403,
    body: {
      message:
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.',
      documentation_url:
        'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits',
    },
    headers: { 'retry-after': String(limit.retryAfterSeconds) },
  };
}

export function primaryLimitAnswer(state: WorldState): Answer {
  return {
    status: 403,
    body: {
      message: `API rate limit exceeded for installation ID ${state.installationId}.`,
      documentation_url: 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api',
    },
    headers: {
      'x-ratelimit-limit': String(state.limits.requestsPerHour),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-used': String(state.limits.requestsPerHour),
      'x-ratelimit-reset': String(Math.ceil(state.now() / 1_000) + 1_800),
      'x-ratelimit-resource': 'core',
    },
  };
}
