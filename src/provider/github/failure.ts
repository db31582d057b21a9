import type { GithubFailure } from '../../github-answers/index.js';
import { PlumblineError } from '../../review/index.js';

/** Longest wait that GitHub may ask for before the read is given up instead. */
const MAX_ASKED_WAIT_MS = 60_000;
/** Waits before the second and third try of a read that met a server error or no answer. */
const RETRY_WAITS_MS = [1_000, 3_000] as const;

/** How long to wait before a further try of a read, null when there shall be none. `failedTries` counts those made so far. */
export function waitBeforeRetry(failure: GithubFailure, failedTries: number): number | null {
  if (failure.kind === 'bad_credentials') return failedTries === 1 ? failure.waitMs : null;
  const backoffMs = RETRY_WAITS_MS[failedTries - 1];
  if (backoffMs === undefined) return null;
  switch (failure.kind) {
    case 'server':
    case 'no_answer':
    case 'unreadable_answer':
      return Math.min(failure.waitMs > 0 ? failure.waitMs : backoffMs, MAX_ASKED_WAIT_MS);
    case 'secondary_limit':
      return failure.waitMs <= MAX_ASKED_WAIT_MS ? failure.waitMs : null;
    default:
      return null;
  }
}

/** Whether less of the same might have been answered. Whoever names a wait speaks of something else. */
export function mayBeTooMuch({ kind, waitMs }: GithubFailure): boolean {
  return waitMs === 0 && (kind === 'server' || kind === 'no_answer' || kind === 'unreadable_answer');
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
