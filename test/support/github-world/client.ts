import { createSign } from 'node:crypto';
import type { GithubWorld } from './world.js';

/** JSON of an answer, as a test looks into it. */
// biome-ignore lint/suspicious/noExplicitAny: a test that looks at the wrong place fails at run time, which is what it is for.
export type Loose = any;

/** What a request of a test brought back. `body` is parsed JSON, or text when it is none. */
export type WorldResponse = { readonly status: number; readonly headers: Headers; readonly body: Loose };

export type WorldRequest = {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The App's own token, as an App signs it. `claims` replaces what it says. */
export function signAppToken(
  app: { readonly id: number; readonly privateKey: string },
  claims: Record<string, unknown> = {},
): string {
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = { iat: nowSeconds - 30, exp: nowSeconds + 300, iss: app.id, ...claims };
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(payload)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(app.privateKey).toString('base64url')}`;
}

/** Ask the world without any client library in between, so that a test sees what really went over the wire. */
export async function ask(
  world: GithubWorld,
  token: string | null,
  path: string,
  request: WorldRequest = {},
): Promise<WorldResponse> {
  const response = await fetch(`${world.url}${path}`, {
    method: request.method ?? 'GET',
    headers: {
      'user-agent': 'github-world-test',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text) };
}

/** Mint an installation token over the wire. */
export async function mintInstallationToken(world: GithubWorld): Promise<string> {
  const path = `/app/installations/${world.installationId}/access_tokens`;
  const { body } = await ask(world, signAppToken(world.app), path, { method: 'POST' });
  return body.token;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
