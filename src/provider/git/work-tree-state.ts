import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { asPath } from './byte-path.js';
import { createRawReader, type RawEntry } from './read-raw-listing.js';
import type { Git } from './run-git.js';

/** Files of the work tree that git's own diff cannot be asked about, or says nothing of. Paths are bytes. */
export type WorkTreeState = {
  /** Neither ignored nor known to git. A path that ends in `/` is a repository of its own. */
  readonly untracked: readonly Buffer[];
  readonly conflicted: readonly Buffer[];
  /** Tracked, but now a pipe, socket or device, or not readable for this person. Git would end with an error. */
  readonly unreadable: readonly Buffer[];
};

/** Look at the work tree, and prepare the scratch index so that one diff against HEAD tells all the rest. */
export async function readWorkTreeState(
  scratch: Git,
  place: { readonly workTree: string; readonly headSha: string | null },
  signal: AbortSignal,
): Promise<WorkTreeState> {
  const others = await listPaths(scratch, ['ls-files', '--others', '--exclude-standard', '-z'], signal);
  const kept = place.headSha === null ? [] : await restoreUnstaged(scratch, place.headSha, others, signal);
  const unmerged = await listPaths(scratch, ['ls-files', '--unmerged', '-z'], signal);
  const changed = await listPaths(scratch, ['diff-files', '--name-only', '--ignore-submodules=dirty', '-z'], signal);
  const unreadable: Buffer[] = [];
  for (const path of uniquePaths(changed)) if (!(await isReadable(place.workTree, path))) unreadable.push(path);
  await feed(scratch, ['--force-remove', '-z', '--stdin'], unreadable, signal);
  return { untracked: without(others, kept), conflicted: uniquePaths(unmerged.map(withoutStage)), unreadable };
}

/**
 * A file that HEAD has and the work tree has, but the index no longer (`git rm --cached`), is neither deleted nor added.
 * The scratch index gets it back, so that git compares the two.
 */
async function restoreUnstaged(
  scratch: Git,
  headSha: string,
  untracked: readonly Buffer[],
  signal: AbortSignal,
): Promise<readonly Buffer[]> {
  const args = ['diff-index', '--cached', '--raw', '--no-renames', '--diff-filter=D', '-z', headSha, '--'];
  const { stdout } = await scratch.run(args, signal);
  const raw = createRawReader();
  raw.push(stdout);
  const present = new Set(untracked.map((path) => path.toString('latin1')));
  const kept = raw.entries.filter(({ path }) => present.has(path.toString('latin1')));
  await feed(scratch, ['-z', '--index-info'], kept.map(toIndexLine), signal);
  return kept.map(({ path }) => path);
}

function toIndexLine({ oldMode, oldBlob, path }: RawEntry): Buffer {
  return Buffer.concat([Buffer.from(`${oldMode} ${oldBlob}\t`), path]);
}

async function feed(git: Git, args: readonly string[], lines: readonly Buffer[], signal: AbortSignal): Promise<void> {
  if (lines.length === 0) return;
  const input = Buffer.concat(lines.flatMap((line) => [line, Buffer.from([0])]));
  await git.run(['update-index', ...args], signal, { input });
}

async function listPaths(git: Git, args: readonly string[], signal: AbortSignal): Promise<readonly Buffer[]> {
  const { stdout } = await git.run(args, signal);
  const paths: Buffer[] = [];
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf(0, at);
    paths.push(stdout.subarray(at, end));
    at = end + 1;
  }
  return paths;
}

/** `<mode> <blob> <stage>\t<path>` */
function withoutStage(line: Buffer): Buffer {
  return line.subarray(line.indexOf(0x09) + 1);
}

function uniquePaths(paths: readonly Buffer[]): readonly Buffer[] {
  return [...new Map(paths.map((path) => [path.toString('latin1'), path])).values()];
}

function without(paths: readonly Buffer[], left: readonly Buffer[]): readonly Buffer[] {
  const out = new Set(left.map((path) => path.toString('latin1')));
  return paths.filter((path) => !out.has(path.toString('latin1')));
}

/** A deleted file and a link are readable as what they are; so is the folder of a submodule. */
async function isReadable(workTree: string, path: Buffer): Promise<boolean> {
  const place = asPath(workTree, path);
  const found = await lstat(place).catch(() => null);
  if (found === null || found.isSymbolicLink() || found.isDirectory()) return true;
  if (!found.isFile()) return false;
  return access(place, constants.R_OK).then(
    () => true,
    () => false,
  );
}
