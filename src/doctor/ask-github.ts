import { createGithubClient, type GithubClient, githubApiUrl } from '../provider/github/index.js';
import type { DoctorWorld } from './doctor-world.js';
import { describeNetworkFailure } from './network-failure.js';

/** What GitHub said, or why it said nothing. */
export type GithubReply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly data: unknown;
      readonly headers: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'silent'; readonly reason: string };

export type AskGithub = (
  route: `GET ${string}`,
  parameters?: Readonly<Record<string, unknown>>,
) => Promise<GithubReply>;

/** Ask GitHub with one credential. Each question is sent once and has its own time limit. Throws `environment_invalid` for a host that is none. */
export function createAskGithub(world: DoctorWorld, credential: string): AskGithub {
  const apiUrl = githubApiUrl(world.environment);
  const client = createGithubClient({ auth: credential, apiUrl, fetch: world.fetch });
  return (route, parameters = {}) => askOnce(world, client, route, parameters);
}

async function askOnce(
  world: DoctorWorld,
  client: GithubClient,
  route: `GET ${string}`,
  parameters: Readonly<Record<string, unknown>>,
): Promise<GithubReply> {
  const limit = AbortSignal.timeout(world.timeLimitMs);
  const signal = AbortSignal.any([world.signal, limit]);
  try {
    const { data, headers, status } = await client.request(route, { ...parameters, request: { signal } });
    return { kind: 'answered', status, data, headers };
  } catch (error) {
    const response = responseOf(error);
    if (response !== null) return { kind: 'answered', ...response };
    return { kind: 'silent', reason: describeNetworkFailure(error, { signal: limit, ms: world.timeLimitMs }) };
  }
}

/** The answer that Octokit's error carries. */
function responseOf(error: unknown): Omit<Extract<GithubReply, { kind: 'answered' }>, 'kind'> | null {
  const response = (error as { response?: Partial<Extract<GithubReply, { kind: 'answered' }>> } | null)?.response;
  if (typeof response?.status !== 'number') return null;
  return { status: response.status, data: response.data, headers: response.headers ?? {} };
}

/** GitHub's own sentence of a refusal; empty when it has none. */
export function messageOf(data: unknown): string {
  const message = (data as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : '';
}
