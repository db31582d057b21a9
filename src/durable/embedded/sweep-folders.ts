import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from './site.js';

/**
 * Remove what killed processes have left half made (one that is still being made belongs to a process that has lost),
 * and copies of older programs, unless a server that was left behind may run on them.
 */
export async function sweepFolders({ layout, programs, log }: Site, isLeftBehind: boolean): Promise<void> {
  const isOld = (name: string) =>
    !isLeftBehind && name.startsWith('programs-') && !programs.native.startsWith(join(layout.root, name));
  const left = (await readdir(layout.root)).filter((name) => name.startsWith('new-') || isOld(name));
  try {
    await Promise.all(left.map((name) => rm(join(layout.root, name), { recursive: true, force: true })));
  } catch (error) {
    log.warn({ error: String(error) }, 'something in the data directory could not be swept');
  }
}
