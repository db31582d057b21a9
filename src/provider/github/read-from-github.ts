import type { z } from 'zod';
import { classifyFailure, failureOf, type GithubFailure, responseOf } from '../../github-answers/index.js';
import { type Clock, type Log, PlumblineError } from '../../review/index.js';
import { mayBeTooMuch, toPlumblineError, waitBeforeRetry } from './failure.js';
import type { GithubClient, GithubResponse } from './github-client.js';

/** One try of one read. */
const READ_TIMEOUT_MS = 30_000;
/** Only queries go there: it is the one way to read many files with one request. */
export const GRAPHQL_ROUTE = 'POST /graphql';

export type GithubRead<T> = {
  /** A `GET` route as a template; `{owner}` and `{repo}` are filled in. A GraphQL query gets them as variables. */
  readonly route: `GET ${string}` | typeof GRAPHQL_ROUTE;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly schema: z.ZodType<T>;
  /** Ask only whether the answer with this ETag still holds. */
  readonly etag?: string | null;
  /** Asks for much: what may have failed for its size is not tried again as it is. */
  readonly isLarge?: boolean;
};

export type GithubAnswer<T> =
  | { readonly kind: 'found'; readonly body: T; readonly etag: string | null }
  | { readonly kind: 'unchanged' }
  /** 404: it does not exist, or must not be seen. */
  | { readonly kind: 'absent' };

export type ReadFromGithub = <T>(read: GithubRead<T>, signal: AbortSignal) => Promise<GithubAnswer<T>>;

/** How GitHub is reached for one repository. */
export type GithubAccess = {
  readonly client: GithubClient;
  readonly repository: { readonly owner: string; readonly name: string };
  readonly clock: Clock;
  readonly log: Log;
  /** Of one try, default 30,000. */
  readonly readTimeoutMs?: number | undefined;
};

/**
 * Make the one function through which everything is read. A read is tried again at most twice, after a server error, no
 * answer or a body cut short unless it is large (and once after `Bad credentials`); nothing else is. Rejects with a `PlumblineError` or with
 * the signal's reason.
 */
export function createReader(access: GithubAccess): ReadFromGithub {
  return async function readFromGithub<T>(read: GithubRead<T>, signal: AbortSignal): Promise<GithubAnswer<T>> {
    for (let failedTries = 1; ; failedTries += 1) {
      const outcome = await tryOnce(access, read, signal);
      if ('answer' in outcome) return outcome.answer;
      const waitMs = waitBeforeNextTry(read, outcome.failure, failedTries);
      const facts = { request: read.route, kind: outcome.failure.kind, status: outcome.failure.status };
      if (waitMs === null) throw toPlumblineError(outcome.failure, read.route);
      access.log.warn({ ...facts, waitMs }, 'github-read-retried');
      await access.clock.sleep(waitMs, signal);
    }
  };
}

function waitBeforeNextTry(
  { isLarge = false }: GithubRead<unknown>,
  failure: GithubFailure,
  failedTries: number,
): number | null {
  return isLarge && mayBeTooMuch(failure) ? null : waitBeforeRetry(failure, failedTries);
}

/** The body of an answer that has to exist; 404 becomes `provider_denied`. */
export function bodyOf<T>(answer: GithubAnswer<T>, route: string): T {
  if (answer.kind === 'found') return answer.body;
  if (answer.kind === 'absent') throw new PlumblineError('provider_denied', { request: route, status: 404 });
  throw new PlumblineError('invariant_broken', { what: `an unconditional read was answered 304 (${route})` });
}

type Outcome<T> = { readonly answer: GithubAnswer<T> } | { readonly failure: GithubFailure };

async function tryOnce<T>(access: GithubAccess, read: GithubRead<T>, signal: AbortSignal): Promise<Outcome<T>> {
  signal.throwIfAborted();
  try {
    const response = await access.client.request(read.route, parametersOf(access, read, signal));
    signal.throwIfAborted();
    return parseAnswer(response, read);
  } catch (error) {
    signal.throwIfAborted();
    const status = responseOf(error)?.status;
    if (status === 304) return { answer: { kind: 'unchanged' } };
    if (status === 404) return { answer: { kind: 'absent' } };
    return { failure: classifyFailure(error, access.clock.now()) };
  }
}

function parametersOf(access: GithubAccess, read: GithubRead<unknown>, signal: AbortSignal): Record<string, unknown> {
  const timeout = AbortSignal.timeout(access.readTimeoutMs ?? READ_TIMEOUT_MS);
  const request = { signal: AbortSignal.any([signal, timeout]) };
  const { owner, name: repo } = access.repository;
  if (read.route === GRAPHQL_ROUTE) {
    const { query, variables } = read.parameters ?? {};
    return { ...graphqlRoot(access.client), query, variables: { owner, repo, ...(variables as object) }, request };
  }
  return {
    owner,
    repo,
    ...read.parameters,
    ...(read.etag == null ? {} : { headers: { 'if-none-match': read.etag } }),
    request,
  };
}

/** An own server has its REST API under `/api/v3` and GraphQL beside it, under `/api`. */
function graphqlRoot(client: GithubClient): { readonly baseUrl?: string } {
  const restRoot = client.request.endpoint?.DEFAULTS.baseUrl ?? '';
  return /\/api\/v3\/?$/.test(restRoot) ? { baseUrl: restRoot.replace(/\/v3\/?$/, '') } : {};
}

function parseAnswer<T>(response: GithubResponse, read: GithubRead<T>): Outcome<T> {
  const parsed = read.schema.safeParse(response.data);
  if (!parsed.success) return { failure: failureOf('unreadable_answer', response.status) };
  const { etag } = response.headers;
  return { answer: { kind: 'found', body: parsed.data, etag: typeof etag === 'string' ? etag : null } };
}
