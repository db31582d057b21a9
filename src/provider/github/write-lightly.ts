import { responseOf } from '../../github-answers/index.js';
import type { GithubAccess } from './read-from-github.js';

const WRITE_TIMEOUT_MS = 15_000;

/** Send something that is nice to have. Sent once, never rejects: a lost reaction must not lose a review. */
export async function writeLightly(
  access: GithubAccess,
  route: `POST ${string}`,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  try {
    await access.client.request(route, {
      owner: access.repository.owner,
      repo: access.repository.name,
      ...parameters,
      request: { signal: AbortSignal.timeout(WRITE_TIMEOUT_MS) },
    });
  } catch (error) {
    access.log.warn({ request: route, status: responseOf(error)?.status ?? null }, 'github-write-lost');
  }
}
