import type { Access, RepositoryState, TokenState, WorldState } from './state.js';

/** Who asks. A personal token acts as `octocat`; it owns no App's rights. */
export type Caller =
  | { readonly kind: 'app' }
  | { readonly kind: 'installation'; readonly token: TokenState }
  | { readonly kind: 'person'; readonly login: string };

export type Answer = {
  readonly status: number;
  /** Sent as JSON unless it is a Buffer. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type RequestContext = {
  readonly state: WorldState;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly accept: string;
  /** Root of the API as the client wrote it, with `/api/v3` when it did. */
  readonly apiUrl: string;
  /** Origin of web pages. */
  readonly webUrl: string;
  /** The path as asked, without the API root and the query. */
  readonly path: string;
};

export type RepositoryContext = RequestContext & { readonly repository: RepositoryState };

/** One of these permissions suffices. */
export type Needs = readonly (readonly [permission: string, access: Exclude<Access, 'none'>])[];

export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** `{name}` is one segment, `{name*}` the rest. */
  readonly pattern: string;
  readonly needs: Needs;
  readonly handle: (context: RequestContext) => Promise<Answer> | Answer;
};

/** An answer that is thrown: refusals of every kind. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${JSON.stringify(body)}`);
  }
}

const DOCUMENTATION_URL = 'https://docs.github.com/rest';

export function refuse(status: number, message: string, headers: Readonly<Record<string, string>> = {}): never {
  throw new Refusal(status, { message, documentation_url: DOCUMENTATION_URL, status: String(status) }, headers);
}

export function notFound(): never {
  return refuse(404, 'Not Found');
}

/** Refuse as GitHub's schema layer does. */
export function invalidRequest(problem: string): never {
  return refuse(422, `Invalid request.\n\n${problem}`);
}

/** Refuse as GitHub's models do. */
export function validationFailed(resource: string, field: string, code: string, message?: string): never {
  throw new Refusal(422, {
    message: 'Validation Failed',
    errors: [{ resource, field, code, ...(message === undefined ? {} : { message }) }],
    documentation_url: DOCUMENTATION_URL,
    status: '422',
  });
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body, headers };
}

export function integerOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : notFound();
}
