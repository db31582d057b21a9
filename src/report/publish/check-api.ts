import { type Clock, type Log, PlumblineError } from '../../review/index.js';
import { toWriteFailure, type WriteFailure } from './write-failure.js';

/** What is needed of an Octokit; Probot's and `@octokit/rest` both have this shape. */
export type CheckClient = {
  request(
    route: string,
    parameters?: Record<string, unknown>,
  ): Promise<{ readonly status: number; readonly data: unknown }>;
};

/** A request that was answered, or why it was not. Data is GitHub's, unchecked. */
export type Attempt = { readonly kind: 'done'; readonly data: unknown } | WriteFailure;
export type Outcome = Exclude<Attempt, { readonly kind: 'limited' }>;

export type CheckApi = {
  /** Send once, whatever comes of it. */
  attempt(route: string, parameters: Record<string, unknown>): Promise<Attempt>;
  /** Send a write; again only where GitHub said that it was not executed. Rejects with `provider_rate_limited` when GitHub asks for a long wait. */
  write(route: string, parameters: Record<string, unknown>): Promise<Outcome>;
  /** Read; doubtful answers are asked for again a few times. Rejects like `write`. */
  read(route: string, parameters: Record<string, unknown>): Promise<Outcome>;
};

/** Longest sum of waits for limits in the middle of a check's writes; what lasts longer is held as a whole (`keepTrying`). */
const MAX_WAIT_MS = 60_000;
const MAX_WAITS = 5;
/** The status of "Bad credentials". */
export const TOKEN_REFUSED = 401;
/** A request that hangs must not keep a check open for ever. */
const REQUEST_TIMEOUT_MS = 30_000;
export const PAUSES_MS = [1_000, 2_000, 4_000] as const;

/** Requests about one repository's checks: no blind retry, limits honoured within bounds. */
export function createCheckApi(input: {
  readonly octokit: CheckClient;
  readonly repository: { readonly owner: string; readonly name: string };
  readonly clock: Clock;
  readonly log: Log;
}): CheckApi {
  const { octokit, repository, clock, log } = input;
  let waitedMs = 0;
  let waits = 0;

  async function attempt(route: string, parameters: Record<string, unknown>): Promise<Attempt> {
    try {
      const answer = await octokit.request(route, {
        owner: repository.owner,
        repo: repository.name,
        ...parameters,
        request: { retries: 0, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) },
      });
      return { kind: 'done', data: answer.data };
    } catch (error) {
      return toWriteFailure(error, clock.now());
    }
  }

  async function write(route: string, parameters: Record<string, unknown>): Promise<Outcome> {
    for (let isTokenRefused = false; ; ) {
      const outcome = await attempt(route, parameters);
      if (outcome.kind !== 'limited') return outcome;
      // A token that is still refused after the wait for a young one is revoked: nothing is gained by waiting on.
      if (outcome.isToken && isTokenRefused) return { kind: 'denied', status: TOKEN_REFUSED };
      isTokenRefused = outcome.isToken;
      await waitFor(outcome.waitMs, route);
    }
  }

  async function waitFor(waitMs: number, route: string): Promise<void> {
    waits += 1;
    if (waits > MAX_WAITS || waitedMs + waitMs > MAX_WAIT_MS) {
      throw new PlumblineError('provider_rate_limited', { request: route, retryAtMs: clock.now() + waitMs });
    }
    log.warn({ waitMs, route }, 'check-write-limited');
    waitedMs += waitMs;
    await clock.sleep(waitMs);
  }

  async function read(route: string, parameters: Record<string, unknown>): Promise<Outcome> {
    for (const pauseMs of PAUSES_MS) {
      const outcome = await write(route, parameters);
      if (outcome.kind !== 'doubtful') return outcome;
      await clock.sleep(pauseMs);
    }
    return write(route, parameters);
  }
  return { attempt, write, read };
}
