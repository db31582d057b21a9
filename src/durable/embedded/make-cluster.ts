import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unavailable } from '../unavailable.js';
import { explainFailure, hasCode } from './failures.js';
import { programPath } from './find-programs.js';
import { giveTo } from './layout.js';
import { newFolderName } from './new-folder-name.js';
import { reasonOf } from './reason-of.js';
import { callIn, type Site } from './site.js';
import { runProgram } from './start-program.js';

export const SUPERUSER = 'plumbline';
/** Less than one more file of its log. */
const FULL_BYTES = 16_777_216;
const INITDB_LIMIT_MS = 180_000;

/** The major version the cluster was made by, or null when there is none yet. */
export async function clusterVersion(cluster: string): Promise<string | null> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Make cluster and password under another name and put both in place in one step. The slower of two is discarded. */
export async function makeCluster(site: Site): Promise<void> {
  const made = join(site.layout.root, newFolderName());
  const parts = { cluster: join(made, 'cluster'), passwordFile: join(made, 'password') };
  try {
    await mkdir(made, { mode: 0o700 });
    await giveTo(made, site.user);
    await writePassword(parts.passwordFile, site);
    await initialise(site, parts);
    await rename(made, site.layout.server);
  } catch (error) {
    // Another process was faster, and sweeps what others are still making once it owns the data directory.
    if ((await clusterVersion(site.layout.cluster)) === null) throw error;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  await syncFolder(site.layout.root);
}

async function writePassword(path: string, { user }: Site): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(32).toString('base64url'));
    await file.sync();
  } finally {
    await file.close();
  }
  await giveTo(path, user);
}

/** Text is compared by code point, whatever the system's locales are. */
async function initialise(site: Site, { cluster, passwordFile }: { cluster: string; passwordFile: string }) {
  const args = [
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    // We do it, once we have looked why.
    '--no-clean',
  ];
  const program = programPath(site.programs, 'initdb');
  const { isDone, output } = await runProgram(program, args, callIn(site), INITDB_LIMIT_MS).catch((error: unknown) => {
    throw explainFailure(error);
  });
  if (!isDone) throw initialisationFailure(output, await isDiskFull(site.layout.root));
}

function initialisationFailure(output: string, isFull: boolean) {
  const reason = reasonOf(output.split('\n')) ?? 'initdb failed without a word';
  if (/could not look up effective user ID/.test(reason)) {
    return unavailable(
      `the user id ${process.getuid?.()} has no name, and initdb needs one`,
      'add the id to /etc/passwd (in a container: run as a user that is there), or set DATABASE_URL',
    );
  }
  return unavailable(`no cluster could be made: ${isFull ? 'the disk is full; ' : ''}${reason}`);
}

/** Asked while what was made is still there: what initdb says then is often only what follows from it. */
async function isDiskFull(path: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize < FULL_BYTES;
}

/** So that the new name outlives a power failure as what is written below it does. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The password of the cluster's superuser. */
export async function readPassword({ layout }: Site): Promise<string> {
  try {
    return (await readFile(layout.passwordFile, 'utf8')).trim();
  } catch (error) {
    throw unavailable(
      `${layout.passwordFile} cannot be read`,
      `restore it, or move ${dirname(layout.server)} away to start anew, or set DATABASE_URL to a PostgreSQL server`,
      error,
    );
  }
}
