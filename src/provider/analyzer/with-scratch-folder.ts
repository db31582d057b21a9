import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'plumbline-analyzer-';
/** No run takes as long: whoever made the folder was killed. */
const LEFTOVER_AGE_MS = 3_600_000;

/** Lend an empty folder that only this user can open, and remove it whatever happens. */
export async function withScratchFolder<T>(parent: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(parent, PREFIX));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Remove folders of ours that processes left behind which could not clean up. Rejects never: it is only for order's sake. */
export async function removeLeftFolders(parent: string, nowMs: number): Promise<void> {
  const names = await readdir(parent).catch((): string[] => []);
  for (const name of names.filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(parent, name);
    if (await isLeft(folder, nowMs)) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** A link is none, and a folder of somebody else is theirs. */
async function isLeft(folder: string, nowMs: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  const isOwn = found !== null && (process.getuid === undefined || found.uid === process.getuid());
  return isOwn && found.isDirectory() && nowMs - found.mtimeMs > LEFTOVER_AGE_MS;
}
