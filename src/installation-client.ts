import type { Probot } from 'probot';
import { classifyFailure, type GithubFailure } from './github-answers/index.js';
import type { GithubClient } from './provider/github/index.js';
import { PlumblineError } from './review/index.js';

/** What was asked for, as errors name it. */
const REQUEST = 'the request for an installation token';

/**
 * The client of one installation, its token minted, so that whatever is asked next is answered about that and not about the
 * token. Rejects with `provider_denied` when the installation is gone or suspended, else with `provider_failed` or
 * `provider_rate_limited` and `retryAtMs`: the same may succeed later.
 */
export async function openInstallation(
  probot: Pick<Probot, 'auth'>,
  installationId: number,
  nowMs: () => number,
): Promise<GithubClient> {
  const octokit = await probot.auth(installationId);
  try {
    await octokit.auth({ type: 'installation' });
    return octokit;
  } catch (error) {
    throw toMintError(classifyFailure(error, nowMs()), nowMs());
  }
}

type Minting = {
  readonly auth?: { readonly request?: { defaults(changes: object): unknown } };
  readonly baseUrl?: string;
};

/** Options for Probot's Octokit with which tokens are asked for where everything else is: on its own it asks github.com for them. */
export function mintingAtHome<Options extends object>(options: Options): Options {
  const { auth, baseUrl } = options as Minting;
  if (auth?.request === undefined || baseUrl === undefined) return options;
  return { ...options, auth: { ...auth, request: auth.request.defaults({ baseUrl }) } };
}

function toMintError({ kind, status, waitMs }: GithubFailure, nowMs: number): PlumblineError {
  const facts = { request: REQUEST, status: status ?? 'nothing' };
  switch (kind) {
    case 'denied':
    case 'refused':
    case 'bad_credentials':
      return new PlumblineError('provider_denied', facts, {
        help: 'check that the App is still installed there, not suspended, and that APP_ID and PRIVATE_KEY are its own',
      });
    case 'primary_limit':
    case 'secondary_limit':
      return new PlumblineError('provider_rate_limited', { ...facts, retryAtMs: nowMs + waitMs });
    default:
      return new PlumblineError('provider_failed', { ...facts, retryAtMs: nowMs + waitMs });
  }
}
