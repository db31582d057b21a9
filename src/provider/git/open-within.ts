import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { asPath } from './byte-path.js';

const SLASH = 0x2f;

/**
 * Open a plain file of the work tree, hand it to `use` and close it. Null when there is none at this path: no link is
 * followed, in no part of it. Never waits for a pipe. Rejects when it cannot be read.
 */
export async function openWithin<T>(
  workTree: string,
  path: Buffer,
  use: (file: FileHandle, sizeBytes: number) => Promise<T>,
): Promise<T | null> {
  const place = asPath(await realpath(workTree), path);
  try {
    const folder = place.subarray(0, place.lastIndexOf(SLASH));
    if (!(await realpath(folder, { encoding: 'buffer' })).equals(folder)) return null;
    const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      return found.isFile() ? await use(file, found.size) : null;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Gone, a link, a part of the path that is no folder, or no file to be opened (a socket). */
function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '');
}
