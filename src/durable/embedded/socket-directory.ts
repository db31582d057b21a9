import { createHash } from 'node:crypto';
import { constants, mkdir, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unavailable } from '../unavailable.js';
import { hasCode } from './failures.js';
import type { ServerUser } from './server-user.js';

/** A name's part only: there is no such TCP port. */
export const SOCKET_PORT = 5_432;
/** The shortest bound of the systems we run on; Linux has room for four more. */
const MAX_SOCKET_PATH_BYTES = 103;

/** The folder of the socket: in the data directory, or a short one named after it where that path is too long. */
export function socketDirectoryOf(root: string): string {
  const name = `plumbline-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  const places = [join(root, 'socket'), join(tmpdir(), name)];
  return places.find(isShort) ?? join('/tmp', name);
}

function isShort(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES;
}

/** Make it for who runs the server alone. One that somebody else has put there is refused. */
export async function openSocketDirectory(directory: string, user: ServerUser): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  // One look for check and change: the name might be given to another folder in between.
  const folder = await open(directory, constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(() => null);
  try {
    const owner = (await folder?.stat())?.uid;
    if (folder === null || ![process.getuid?.(), user?.uid].includes(owner)) throw strangerAt(directory);
    await folder.chmod(0o700);
    if (user !== null) await folder.chown(user.uid, user.gid);
  } finally {
    await folder?.close();
  }
}

function strangerAt(directory: string) {
  return unavailable(
    `${directory}, needed for the database's socket, belongs to somebody else`,
    'remove it, choose a data directory with a shorter path, or set DATABASE_URL to a PostgreSQL server',
  );
}
