import { constants, open, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { explainFailure } from './failures.js';
import { programPath } from './find-programs.js';
import { giveTo } from './layout.js';
import { callIn, type Site } from './site.js';
import { openSocketDirectory, SOCKET_PORT } from './socket-directory.js';
import { endOf, type Program, startProgram } from './start-program.js';

/** Beyond it the log begins anew with the next start of the server. */
const MAX_LOG_BYTES = 5_000_000;
const nothing = () => {};
/** As root we write no file that who runs the server has named. */
const LOG_FLAGS = constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
const LOOPBACK = '127.0.0.1';

/** No row of a table and no statement gets into the log. What is written is on the disk before it counts (fsync). */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  unix_socket_permissions: '0700',
  cluster_name: 'plumbline',
  max_wal_size: '256MB',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** A server that was started: it may not answer yet. `said` is what it has logged since. */
export type StartedServer = {
  readonly child: Program;
  readonly isRunning: () => boolean;
  readonly said: () => Promise<readonly string[]>;
  readonly ended: Promise<void>;
};

export async function startServer(site: Site, wishedPort: number | null): Promise<StartedServer> {
  const { logFile, cluster } = site.layout;
  const isLong = ((await stat(logFile).catch(() => null))?.size ?? 0) > MAX_LOG_BYTES;
  const output = await open(logFile, LOG_FLAGS | (isLong ? constants.O_TRUNC : 0), 0o600);
  try {
    await giveTo(logFile, site.user);
    const { size } = await output.stat();
    const settings = { ...SETTINGS, ...(await addressOf(site, wishedPort)) };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = startProgram(
      programPath(site.programs, 'postgres'),
      ['-D', cluster, ...args],
      callIn(site),
      output.fd,
    );
    return await watch(child, async () => (await readFile(logFile)).subarray(size).toString('utf8').split('\n'));
  } finally {
    await output.close();
  }
}

async function watch(child: Program, said: StartedServer['said']): Promise<StartedServer> {
  let isRunning = true;
  const ended = endOf(child).finally(() => {
    isRunning = false;
  });
  // A program that cannot be started has no number, and says why at once.
  if (child.pid === undefined) {
    await ended.catch((error: unknown) => {
      throw explainFailure(error);
    });
  }
  // Our process may end before it.
  child.unref();
  return { child, said, isRunning: () => isRunning, ended: ended.then(nothing, nothing) };
}

async function addressOf({ socketDirectory, user }: Site, wishedPort: number | null) {
  if (socketDirectory === null) {
    return { listen_addresses: LOOPBACK, port: String(wishedPort ?? (await freePort())), unix_socket_directories: '' };
  }
  await openSocketDirectory(socketDirectory, user);
  // A list, where a path with a comma or a blank stands in quotes.
  const quoted = `"${socketDirectory.replaceAll('"', '""')}"`;
  return { listen_addresses: '', port: String(SOCKET_PORT), unix_socket_directories: quoted };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
