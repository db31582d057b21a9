import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unavailable } from '../unavailable.js';
import { type Programs, programPath } from './find-programs.js';
import { giveTo, type Layout } from './layout.js';
import { makeLibraryLinks } from './library-links.js';
import { newFolderName } from './new-folder-name.js';
import { closedFolderAbove, type ServerUser } from './server-user.js';

/**
 * Programs that can run: those of the package, with their library links. Where the links cannot be made, or who runs
 * the server may not enter the package's folder (one below /root), a copy in the data directory.
 */
export async function settlePrograms(programs: Programs, { root }: Layout, user: ServerUser): Promise<Programs> {
  const isOpen = (await closedFolderAbove(programPath(programs, 'postgres'), user)) === null;
  if (isOpen && (await makeLibraryLinks(programs.native))) return programs;
  const copy = join(root, `programs-${programs.version}`);
  if (!(await isThere(copy))) await copyPrograms(programs, copy, join(root, newFolderName()), user);
  return { ...programs, native: join(copy, 'native') };
}

async function copyPrograms({ native }: Programs, copy: string, made: string, user: ServerUser): Promise<void> {
  try {
    await mkdir(made, { mode: 0o755 });
    await giveTo(made, user);
    await cp(native, join(made, 'native'), { recursive: true, verbatimSymlinks: true });
    await openFolders(made);
    if (!(await makeLibraryLinks(join(made, 'native')))) throw unavailable(`${made} cannot be written to`);
    await rename(made, copy);
  } catch (error) {
    // Another process was faster.
    if (!(await isThere(copy))) throw error;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** A package that may only be read is copied as such: there the links could not be made, and nothing be removed. */
async function openFolders(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  await Promise.all(folders.map((entry) => chmod(join(entry.parentPath, entry.name), 0o755)));
}
