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

/** What a request says, or how to find that out whenever it is sent. */
export type Parameters = Record<string, unknown> | (() => Promise<Record<string, unknown>>);

export type CheckApi = {
  /** Send once, whatever comes of it. */
  attempt(route: string, parameters: Record<string, unknown>): Promise<Attempt>;
  /**
   * Send a write; again only where GitHub said that it was not executed, and then with parameters that are asked for anew.
   * Rejects with `provider_rate_limited` when GitHub asks for a long wait.
   */
  write(route: string, parameters: Parameters): Promise<Outcome>;
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

async function currentOf(parameters: Parameters): Promise<Record<string, unknown>> {
  return typeof parameters === 'function' ? parameters() : parameters;
}

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
  /** The last request had its token refused. */
  let isTokenRefused = false;
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

  async function write(route: string, parameters: Parameters): Promise<Outcome> {
    for (;;) {
      const outcome = await attempt(route, await currentOf(parameters));
      const wasTokenRefused = isTokenRefused;
      isTokenRefused = outcome.kind === 'limited' && outcome.isToken;
      if (outcome.kind !== 'limited') return outcome;
      // Still refused after the wait for a young one: it is revoked, and nothing is gained by waiting on.
      if (isTokenRefused && wasTokenRefused) return { kind: 'denied', status: TOKEN_REFUSED };
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
