import type { Log } from '../../review/index.js';
import { explainFailure } from './failures.js';
import { findPrograms, thisMachine } from './find-programs.js';
import { keepServer } from './keep-server.js';
import { handOver, layoutOf, openDataDirectory } from './layout.js';
import { clusterVersion, makeCluster, readPassword, SUPERUSER } from './make-cluster.js';
import { refuseOtherVersion } from './refuse-other-version.js';
import { chooseServerUser } from './server-user.js';
import { DATABASE } from './session.js';
import { settlePrograms } from './settle-programs.js';
import { type Site, serverVariables } from './site.js';
import { socketDirectoryOf } from './socket-directory.js';

const START_LIMIT_MS = 60_000;
const SMART_STOP_LIMIT_MS = 5_000;

export type EmbeddedPostgresOptions = {
  /** A folder for the database alone. Made when it is missing. */
  readonly dataDirectory: string;
  readonly log: Log;
  /** Our environment. Of it the server gets what the system cannot do without: nothing but on Windows. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long a server may take to answer, recovery after a crash included. */
  readonly startLimitMs?: number;
  /** How long a stop waits for sessions that are still open. */
  readonly smartStopLimitMs?: number;
};

export type EmbeddedPostgres = {
  /** `host` is the folder of the socket; on Windows a loopback address. */
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    readonly database: string;
  };
  stop(): Promise<void>;
};

/** See index.ts. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    throw explainFailure(error);
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const site = await openSite(options);
  const found = await clusterVersion(site.layout.cluster);
  if (found === null) await makeCluster(site);
  const password = await readPassword(site);
  const kept = await keepServer(site, { password, limitMs: options.startLimitMs ?? START_LIMIT_MS });
  const { address, isLeftBehind } = kept.first;
  if (isLeftBehind) site.log.info({}, 'the database of a process that is gone is used again');
  let stopped: Promise<void> | null = null;
  return {
    connection: { ...address, user: SUPERUSER, password, database: DATABASE },
    stop: () => {
      stopped ??= kept.stop(options.smartStopLimitMs ?? SMART_STOP_LIMIT_MS);
      return stopped;
    },
  };
}

/** Everything that a server needs before one is looked for. What can be refused is refused before anything is changed. */
async function openSite({ dataDirectory, log, environment }: EmbeddedPostgresOptions): Promise<Site> {
  const packaged = await findPrograms(thisMachine());
  const layout = layoutOf(await openDataDirectory(dataDirectory));
  const found = await clusterVersion(layout.cluster);
  if (found !== null) refuseOtherVersion(found, packaged, layout.root);
  const user = await chooseServerUser(layout.cluster);
  await handOver(layout, user);
  return {
    layout,
    programs: await settlePrograms(packaged, layout, user),
    user,
    socketDirectory: process.platform === 'win32' ? null : socketDirectoryOf(layout.root),
    variables: serverVariables(environment),
    log,
  };
}
