import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { PlumblineError } from '../../review/index.js';
import { unavailable } from '../unavailable.js';
import { isServerOf, isStale, type Postmaster, readPostmaster, removeStale } from './postmaster-file.js';
import { reasonOf } from './reason-of.js';
import { type Address, endSession, type Look, lookAt } from './session.js';
import type { Site } from './site.js';
import { SOCKET_PORT } from './socket-directory.js';
import { type StartedServer, startServer } from './start-server.js';
import { sweepFolders } from './sweep-folders.js';

/** The server and our hold on it. */
export type OwnedServer = {
  readonly session: Client;
  readonly ended: Promise<void>;
  readonly address: Address;
  readonly isLeftBehind: boolean;
};

export type OwnTerms = {
  readonly password: string;
  readonly limitMs: number;
  /** Where it listened before, so that those who know it find it again. */
  readonly port: number | null;
  readonly signal: AbortSignal;
};

const LOOK_PAUSE_MS = 40;
/** The session of a process that was just killed may live so long. */
const HANDOVER_MS = 1_000;
const END_LIMIT_MS = 10_000;
/** Another process was faster, or the processes of a killed server have not all ended. */
const TRY_AGAIN =
  /lock file ".*" already exists|pre-existing shared memory block|Is another postmaster|could not bind .*in use/i;

/** Find the server of this data directory, or start it, and take its lock. */
export async function ownServer(site: Site, terms: OwnTerms): Promise<OwnedServer> {
  const search: Search = { site, terms, untilMs: performance.now() + terms.limitMs, started: null, takenSinceMs: null };
  try {
    for (;;) {
      const owned = await takeTurn(search);
      if (owned !== null) {
        await sweepFolders(site, owned.isLeftBehind);
        return owned;
      }
      if (performance.now() > search.untilMs) throw await lateFailure(search);
      await sleep(LOOK_PAUSE_MS, undefined, { signal: terms.signal });
    }
  } catch (error) {
    await endStarted(search.started);
    throw error;
  }
}

type Search = {
  readonly site: Site;
  readonly terms: OwnTerms;
  readonly untilMs: number;
  started: StartedServer | null;
  takenSinceMs: number | null;
};

async function takeTurn(search: Search): Promise<OwnedServer | null> {
  const { site, terms } = search;
  const postmaster = await readPostmaster(site.layout.cluster);
  const address = addressOf(site, postmaster);
  if (address === null) return startIfGone(search, postmaster);
  const look: Look = await lookAt(address, terms.password, site.layout.cluster);
  switch (look.kind) {
    case 'owned':
      await refuseDistant(search, look.session, address, postmaster);
      return { session: look.session, ended: look.ended, address, isLeftBehind: search.started === null };
    case 'owned_by_another':
      return refuseAfterHandover(search);
    case 'foreign':
      throw foreignFailure(site, address, look.reason);
    case 'absent':
      return startIfGone(search, postmaster);
    case 'busy':
      return null;
  }
}

/** A running server tells its address; without one a socket of ours might still be served from another container. */
function addressOf({ socketDirectory }: Site, postmaster: Postmaster | null): Address | null {
  if (postmaster !== null && postmaster.address !== '') return { host: postmaster.address, port: postmaster.port };
  return socketDirectory === null ? null : { host: socketDirectory, port: SOCKET_PORT };
}

function refuseAfterHandover(search: Search): null {
  search.takenSinceMs ??= performance.now();
  if (performance.now() - search.takenSinceMs < HANDOVER_MS) return null;
  throw new PlumblineError('database_in_use', { directory: search.site.layout.root });
}

/** A socket reaches into other containers, a signal does not: that server we could not stop. */
async function refuseDistant(
  { site, started }: Search,
  session: Client,
  address: Address,
  postmaster: Postmaster | null,
) {
  if (started !== null) return;
  if (postmaster !== null && (await isServerOf(site.layout.cluster, postmaster)) !== false) return;
  await endSession(session);
  throw foreignFailure(site, address, 'its process is not on this system');
}

function foreignFailure({ layout }: Site, address: Address, reason: string) {
  return unavailable(
    `a server answers at ${address.host}, but ${reason}`,
    `end that server, move ${layout.root} away to start anew, or set DATABASE_URL to a PostgreSQL server`,
  );
}

async function startIfGone(search: Search, postmaster: Postmaster | null): Promise<null> {
  const { site, started, terms } = search;
  if (started?.isRunning() === true) return null;
  if (started !== null) await refuseFailure(await started.said());
  search.started = null;
  if (postmaster !== null) {
    if (!(await isStale(site.layout.cluster, postmaster))) return null;
    await removeStale(site.layout.cluster, site.socketDirectory, postmaster);
  }
  search.started = await startServer(site, terms.port);
  return null;
}

/** Returns when it is worth another try. */
async function refuseFailure(said: readonly string[]): Promise<void> {
  if (said.some((line) => TRY_AGAIN.test(line))) return;
  throw unavailable(`PostgreSQL did not start: ${reasonOf(said) ?? 'it said nothing; is the disk full?'}`);
}

async function lateFailure({ site, started, terms }: Search) {
  const postmaster = await readPostmaster(site.layout.cluster);
  const last = (await started?.said())?.findLast((line) => line !== '');
  const who = postmaster === null ? 'PostgreSQL' : `PostgreSQL (process ${postmaster.pid})`;
  return unavailable(
    `${who} did not answer within ${terms.limitMs / 1_000} s${last === undefined ? '' : `; it last said: ${last}`}`,
    `look into ${site.layout.logFile}, end the process and try again, or set DATABASE_URL to a PostgreSQL server`,
  );
}

/** What nobody is going to use does not stay. */
async function endStarted(started: StartedServer | null): Promise<void> {
  if (started === null || !started.isRunning()) return;
  started.child.kill('SIGINT');
  const limit = new AbortController();
  await Promise.race([started.ended, sleep(END_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => {})]);
  limit.abort();
  if (started.isRunning()) started.child.kill('SIGQUIT');
}
