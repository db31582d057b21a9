import { Octokit } from '@octokit/rest';
import { PlumblineError } from '../../review/index.js';

export type GithubResponse = {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** What is needed of an Octokit: Probot's installation client and `@octokit/rest` both have this shape. */
export type GithubClient = {
  readonly request: {
    (route: string, parameters?: Record<string, unknown>): Promise<GithubResponse>;
    /** Where requests go when nothing else is said. */
    readonly endpoint?: { readonly DEFAULTS: { readonly baseUrl?: string } };
  };
};

/**
 * Options for Probot's Octokit, whatever they are, without trying again and without waiting out limits unseen: tries are
 * counted and bounded here, and a write sent twice would be a second comment. A function, because Probot sets its own
 * throttling last and plain defaults lose to it.
 */
export function withoutRetries<Options extends object>(
  options: Options,
): Options & { readonly retry: object; readonly throttle: object } {
  return { ...options, retry: { enabled: false }, throttle: { enabled: false } };
}

/** Octokit prints every 304 and 404 as an error; our own log tells what matters. */
const quietLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}

/** Build the one GitHub client of a program that acts with a token (or without one). `apiUrl` null means github.com. */
export function createGithubClient(options: {
  readonly auth: string | null;
  readonly apiUrl: string | null;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent?: string;
}): GithubClient {
  return new Octokit({
    ...(options.auth === null ? {} : { auth: options.auth }),
    ...(options.apiUrl === null ? {} : { baseUrl: options.apiUrl.replace(/\/+$/, '') }),
    userAgent: options.userAgent ?? 'plumbline',
    request: { fetch: options.fetch },
    log: quietLog,
  });
}

/**
 * Root of the REST API that `GHE_HOST` and `GHE_PROTOCOL` name, null for github.com. A pasted address with a scheme or a
 * trailing slash is understood. Throws `environment_invalid` for a host that is none.
 */
export function githubApiUrl(environment: {
  readonly GHE_HOST?: string | undefined;
  readonly GHE_PROTOCOL?: string | undefined;
}): string | null {
  const given = environment.GHE_HOST?.trim() ?? '';
  if (given === '') return null;
  const host = given.replace(/^https?:\/\//i, '').replace(/\/+$/, '');
  const protocol = (environment.GHE_PROTOCOL?.trim() || 'https').replace(/:?\/*$/, '').toLowerCase();
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/i.test(host)) {
    throw new PlumblineError('environment_invalid', { problem: `GHE_HOST is no host name: "${given}"` });
  }
  if (protocol !== 'https' && protocol !== 'http') {
    throw new PlumblineError('environment_invalid', {
      problem: `GHE_PROTOCOL is neither https nor http: "${protocol}"`,
    });
  }
  return `${protocol}://${host}/api/v3`;
}
