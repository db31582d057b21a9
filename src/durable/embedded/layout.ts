import { chmod, lchown, mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { unavailable } from '../unavailable.js';
import { hasCode } from './failures.js';
import { closedFolderAbove, type ServerUser } from './server-user.js';

/** What is where in the data directory. `server` appears at once, with the cluster and its password, or not at all. */
export type Layout = {
  readonly root: string;
  readonly server: string;
  readonly cluster: string;
  readonly passwordFile: string;
  readonly logFile: string;
};

const OURS = /^(server|server\.log|socket|new-.*|programs-.*|lost\+found)$/;

export function layoutOf(root: string): Layout {
  const server = join(root, 'server');
  return {
    root,
    server,
    cluster: join(server, 'cluster'),
    passwordFile: join(server, 'password'),
    logFile: join(root, 'server.log'),
  };
}

/** Make the data directory, or check that it is one of ours. Answers its real path. */
export async function openDataDirectory(path: string): Promise<string> {
  if (/\p{Cc}/u.test(path)) throw unavailable(`the data directory ${JSON.stringify(path)} has a control character`);
  await mkdir(path, { recursive: true, mode: 0o755 });
  const root = await realpath(path);
  const stranger = (await readdir(root)).find((name) => !OURS.test(name));
  if (stranger !== undefined) {
    throw unavailable(
      `${root} is not a data directory of plumbline's database: it holds "${stranger}"`,
      'name an empty folder, or set DATABASE_URL to a PostgreSQL server',
    );
  }
  return root;
}

/** Give it to who runs the server, and to nobody else. */
export async function handOver({ root }: Layout, user: ServerUser): Promise<void> {
  const closed = await closedFolderAbove(root, user);
  if (closed !== null && user !== null) {
    throw unavailable(
      `PostgreSQL does not run as root, and user id ${user.uid}, as which it would run, may not enter ${closed}`,
      'choose a data directory outside it, run plumbline as another user than root, or set DATABASE_URL',
    );
  }
  // A mounted folder may belong to root and be open to our group: what is inside is closed each by itself.
  await chmod(root, 0o700).catch((error: unknown) => {
    if (!hasCode(error, 'EPERM')) throw error;
  });
  await giveTo(root, user);
}

export async function giveTo(path: string, user: ServerUser): Promise<void> {
  if (user !== null) await lchown(path, user.uid, user.gid);
}
