import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unavailable } from '../unavailable.js';

/** As whom PostgreSQL runs when we are root, which it refuses. Null: as ourselves. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null;

const NAMES = ['postgres', '_postgres', 'nobody'];

/**
 * Who runs the server: ourselves, but for root the owner of the cluster that is there, else the system's user for
 * PostgreSQL, else `nobody`. An id without a name would do for the server, but not for initdb.
 */
export async function chooseServerUser(cluster: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  for (const name of NAMES) {
    const [, , uid, gid] = users.find((user) => user[0] === name) ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw unavailable(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as',
    'run plumbline as another user than root, or set DATABASE_URL to a PostgreSQL server',
  );
}

/** The folder above `path` that the user cannot pass, or null. The system checks ourselves. */
export async function closedFolderAbove(path: string, user: ServerUser): Promise<string | null> {
  if (user === null) return null;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!mayPass(await stat(folder), user)) return folder;
    if (folder === dirname(folder)) return null;
  }
}

function mayPass({ uid, gid, mode }: { uid: number; gid: number; mode: number }, user: NonNullable<ServerUser>) {
  if (uid === user.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === user.gid ? 0o010 : 0o001)) !== 0;
}
