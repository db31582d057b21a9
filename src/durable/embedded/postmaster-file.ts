import { link, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './failures.js';
import { newFolderName } from './new-folder-name.js';
import { SOCKET_PORT } from './socket-directory.js';

/** What a running server says of itself in `postmaster.pid`. `address` is a socket's folder or a loopback address. */
export type Postmaster = {
  readonly text: string;
  readonly pid: number;
  readonly address: string;
  readonly port: number;
};

/** Beyond this age a server would listen and its file be complete. */
const STARTING_MS = 10_000;

export function postmasterPath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** Null when there is none, or not yet all of it. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  try {
    const text = await readFile(postmasterPath(cluster), 'utf8');
    const [pid, , , port, socketDirectory, listenAddress] = text.split('\n');
    return {
      text,
      // That of a single-user session is written with a minus.
      pid: Math.abs(Number(pid)),
      address: socketDirectory || listenAddress || '',
      port: Number(port) || SOCKET_PORT,
    };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Whether the process is a server on this cluster: its number alone may long be another's. Null where nothing tells. */
export async function isServerOf(cluster: string, { pid }: Postmaster): Promise<boolean | null> {
  if (!(pid > 0)) return null;
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return null;
  return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === cluster;
}

/** Whether nobody who could be asked will come: the answer for a file whose server does not listen. */
export async function isStale(cluster: string, postmaster: Postmaster): Promise<boolean> {
  const isServer = await isServerOf(cluster, postmaster);
  if (isServer !== null) return !isServer;
  const file = await stat(postmasterPath(cluster)).catch(() => null);
  return file !== null && Date.now() - file.mtimeMs > STARTING_MS;
}

/**
 * Remove what a server that is gone has left, or PostgreSQL would take the process that has its number for it. The file
 * of a server that another process has started since goes back.
 */
export async function removeStale(cluster: string, socketDirectory: string | null, stale: Postmaster): Promise<void> {
  const path = postmasterPath(cluster);
  const aside = join(cluster, newFolderName());
  try {
    await rename(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const isIt = (await readFile(aside, 'utf8')) === stale.text;
  if (!isIt) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
  if (!isIt || socketDirectory === null) return;
  const socket = join(socketDirectory, `.s.PGSQL.${SOCKET_PORT}`);
  await Promise.all([socket, `${socket}.lock`].map((left) => rm(left, { force: true })));
}
