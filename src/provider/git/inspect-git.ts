import { gitEnvironment } from './git-environment.js';
import { listBranches } from './list-branches.js';
import { openRepository } from './open-repository.js';
import { createGit } from './run-git.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The version of the git that would be called, such as `2.39.5`. Rejects with `git_missing` or `git_failed`. */
export async function readGitVersion(environment: Variables, signal: AbortSignal): Promise<string> {
  const git = createGit({ directory: '.', variables: gitEnvironment(environment) });
  const { stdout } = await git.run(['version'], signal);
  const said = stdout.toString('utf8').trim();
  return /\d+(?:\.\d+)+/.exec(said)?.[0] ?? said.slice(0, 80);
}

/** Top folder of the work tree around a folder; null in a bare repository. Rejects with `not_a_repository`, `git_missing` or `git_failed`. */
export async function findWorkTree(
  directory: string,
  environment: Variables,
  signal: AbortSignal,
): Promise<string | null> {
  return (await openRepository(directory, environment, signal)).workTree;
}

/** The branches of the repository around a folder, the local ones first. Rejects with `not_a_repository`, `git_missing` or `git_failed`. */
export async function findBranches(
  directory: string,
  environment: Variables,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return listBranches((await openRepository(directory, environment, signal)).git, signal);
}
