import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { unavailable } from '../unavailable.js';
import { hasCode } from './failures.js';

type Link = { readonly source: string; readonly target: string };

/**
 * Make the links between libraries that an npm package cannot carry: its install script makes them, where scripts may
 * run. Each is made in one step and an existing one is left alone, so that two processes may do it at once. Answers
 * false when the place cannot be written to and one is missing.
 */
export async function makeLibraryLinks(native: string): Promise<boolean> {
  const made = await Promise.all((await readLinks(native)).map((link) => makeLink(dirname(native), link)));
  return made.every(Boolean);
}

async function readLinks(native: string): Promise<readonly Link[]> {
  try {
    return JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function makeLink(root: string, { source, target }: Link): Promise<boolean> {
  const [from, to] = [join(root, source), join(root, target)];
  const library = join(root, 'native', 'lib') + sep;
  if (![from, to].every((path) => path.startsWith(library))) {
    throw unavailable(`the package's list of links leaves its folder: ${target}`);
  }
  if (await exists(to)) return true;
  try {
    await symlink(relative(dirname(to), from), to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
    if (hasCode(error, 'EEXIST')) return true;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
