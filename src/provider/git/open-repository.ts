import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { PlumblineError, type RepositoryIdentity } from '../../review/index.js';
import { gitEnvironment } from './git-environment.js';
import { neutralizeFilters } from './neutralize-filters.js';
import { createGit, type Git } from './run-git.js';

/** The tree without a file, which every repository knows without storing it. */
const EMPTY_TREES = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

export type Repository = {
  /** Called in the top folder of the work tree, or in the git folder of a bare repository. */
  readonly git: Git;
  readonly objectFormat: keyof typeof EMPTY_TREES;
  readonly emptyTree: string;
  /** Null in a bare repository and inside a git folder. */
  readonly workTree: string | null;
  readonly identity: RepositoryIdentity;
};

/**
 * Find the repository around a folder. From here on it is named explicitly, so nothing in it decides again where to look.
 * @throws PlumblineError `not_a_repository`, `git_missing`, `git_failed` (a repository of another owner, for one)
 */
export async function openRepository(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Repository> {
  const directory = resolve(folder);
  const variables = gitEnvironment(environment);
  const isFolder = await stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new PlumblineError('not_a_repository', { path: directory });
  const git = createGit({ directory, variables });
  const { gitDir, isInWorkTree, objectFormat } = await discover(git, directory, signal);
  const workTree = isInWorkTree ? await readLine(git, ['rev-parse', '--show-toplevel'], signal) : null;
  const pinned = { ...variables, GIT_DIR: gitDir, ...(workTree === null ? {} : { GIT_WORK_TREE: workTree }) };
  const opened = createGit({ directory: workTree ?? gitDir, variables: pinned });
  return {
    git: opened.with(await neutralizeFilters(opened, signal)),
    objectFormat,
    emptyTree: EMPTY_TREES[objectFormat],
    workTree,
    identity: { host: 'local', id: null, name: nameOf(workTree ?? gitDir) },
  };
}

type Found = {
  readonly gitDir: string;
  readonly isInWorkTree: boolean;
  readonly objectFormat: keyof typeof EMPTY_TREES;
};

async function discover(git: Git, directory: string, signal: AbortSignal): Promise<Found> {
  const questions = ['--is-inside-work-tree', '--show-object-format', '--absolute-git-dir'];
  const { exitCode, stdout, stderr } = await git.run(['rev-parse', ...questions], signal, { exitCodes: [0, 128] });
  if (exitCode !== 0) {
    if (/not a git repository/.test(stderr)) throw new PlumblineError('not_a_repository', { path: directory });
    throw new PlumblineError('git_failed', { command: 'rev-parse', reason: stderr.split('\n')[0] ?? '' });
  }
  const [isInWorkTree, format, ...gitDir] = stdout.toString('utf8').replace(/\n$/, '').split('\n');
  return {
    isInWorkTree: isInWorkTree === 'true',
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    gitDir: gitDir.join('\n'),
  };
}

async function readLine(git: Git, args: readonly string[], signal: AbortSignal): Promise<string> {
  const { stdout } = await git.run(args, signal);
  return stdout.toString('utf8').replace(/\r?\n$/, '');
}

/** `shop` for `/home/ada/shop`, `/srv/shop.git` and `/srv/shop/.git`. */
function nameOf(folder: string): string {
  return basename(folder.replace(/[/\\]\.git$/, '').replace(/\.git$/, ''));
}
