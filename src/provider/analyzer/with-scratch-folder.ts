import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Lend an empty folder that only this user can open, and remove it whatever happens. */
export async function withScratchFolder<T>(parent: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(parent, 'plumbline-analyzer-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
