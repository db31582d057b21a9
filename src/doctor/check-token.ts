import { githubHostOf } from '../environment.js';
import { createAskGithub, messageOf } from './ask-github.js';
import { type Check, fail, ok, skip, warn } from './check.js';
import type { DoctorWorld } from './doctor-world.js';

const NAME = 'github token';
const DAY_MS = 24 * 60 * 60 * 1_000;
/** A week is enough to make a new one without hurry. */
const SOON_DAYS = 7;
const RENEW = 'make a new token with read access to contents and pull requests, and set GITHUB_TOKEN to it';

type Answered = Extract<Awaited<ReturnType<ReturnType<typeof createAskGithub>>>, { kind: 'answered' }>;

/** Whether the token is taken, and for how long. Reading one's own limits costs nothing of them. */
export async function checkToken(world: DoctorWorld): Promise<Check> {
  const { GITHUB_TOKEN: token } = world.environment;
  if (token === undefined) {
    const other = (world.variables.GH_TOKEN?.trim() ?? '') === '' ? '' : ' (GH_TOKEN is, and is not read)';
    return skip(NAME, `GITHUB_TOKEN is not set${other}; only needed for review pr`);
  }
  if (/\s/.test(token)) return fail(NAME, 'GITHUB_TOKEN holds a space or a line end', 'copy the token again');
  const host = githubHostOf(world.environment);
  const reply = await createAskGithub(world, token)('GET /rate_limit');
  if (reply.kind === 'silent') {
    return fail(NAME, `${host}: ${reply.reason}`, 'check the network, HTTPS_PROXY and GHE_HOST');
  }
  if (reply.status === 401) return fail(NAME, `${host} does not accept it (401)`, RENEW);
  // An own server answers 404 when it counts nothing; it has accepted the token by then.
  if (reply.status !== 200 && reply.status !== 404) {
    return warn(
      NAME,
      `${host} answered ${reply.status}: ${messageOf(reply.data)}`,
      'run `plumbline doctor` again later',
    );
  }
  return judge(reply, host, world.clock.now());
}

function judge({ data, headers }: Answered, host: string, nowMs: number): Check {
  const expiry = readExpiry(headers['github-authentication-token-expiration']);
  const days = expiry === null ? null : Math.floor((expiry - nowMs) / DAY_MS);
  const scopes = headers['x-oauth-scopes'];
  const parts = [
    `accepted by ${host}`,
    ...(typeof scopes === 'string' && scopes !== '' ? [`scopes ${scopes}`] : []),
    ...(expiry === null || days === null
      ? []
      : [`expires ${new Date(expiry).toISOString().slice(0, 10)}, in ${inDays(days)}`]),
  ];
  const left = remainingOf(data);
  if (left === 0)
    return warn(
      NAME,
      `${parts.join('; ')}; its rate limit is used up`,
      'wait until the hour is over, or use another token',
    );
  return days !== null && days < SOON_DAYS ? warn(NAME, parts.join('; '), RENEW) : ok(NAME, parts.join('; '));
}

function inDays(days: number): string {
  return days < 1 ? 'less than a day' : `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** `2026-10-01 12:00:00 UTC`; null when it never expires. */
function readExpiry(header: unknown): number | null {
  const expiry = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  return Number.isFinite(expiry) ? expiry : null;
}

function remainingOf(data: unknown): number | null {
  const core = (data as { resources?: { core?: { remaining?: unknown } } } | null)?.resources?.core;
  return typeof core?.remaining === 'number' ? core.remaining : null;
}
