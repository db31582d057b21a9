import { findWorkTree, readGitVersion } from '../provider/git/index.js';
import { PlumblineError } from '../review/index.js';
import { type Check, fail, ok, skip } from './check.js';
import type { DoctorWorld } from './doctor-world.js';
import { isSupportedGit, isSupportedNode, SUPPORTED_GIT, SUPPORTED_NODE } from './supported-versions.js';

/** Node, git and the repository around the folder. */
export async function checkMachine(world: DoctorWorld): Promise<readonly Check[]> {
  const signal = AbortSignal.any([world.signal, AbortSignal.timeout(world.timeLimitMs)]);
  const asked = { ...world, signal };
  const [git, repository] = await Promise.all([checkGit(asked), checkRepository(asked)]);
  return [checkNode(world.nodeVersion), git, repository];
}

export function checkNode(version: string): Check {
  const found = `Node ${version}, supported: ${SUPPORTED_NODE}`;
  return isSupportedNode(version) ? ok('node', found) : fail('node', found, 'install Node 22 (22.12 or newer)');
}

async function checkGit({ variables, signal }: DoctorWorld): Promise<Check> {
  const step = `install git ${SUPPORTED_GIT} or newer and put it on the PATH`;
  try {
    const version = await readGitVersion(variables, signal);
    const found = `git ${version}`;
    return isSupportedGit(version)
      ? ok('git', found)
      : fail('git', `${found}, but ${SUPPORTED_GIT} or newer is needed`, step);
  } catch (error) {
    return fail('git', reasonOf(error, signal), step);
  }
}

/** Only said: pull requests and `serve` need no repository. */
async function checkRepository({ directory, variables, signal }: DoctorWorld): Promise<Check> {
  try {
    const workTree = await findWorkTree(directory, variables, signal);
    return workTree === null ? ok('repository', 'a repository without a work tree') : ok('repository', workTree);
  } catch (error) {
    return skip('repository', `${reasonOf(error, signal)}; only needed to review local changes`);
  }
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof PlumblineError) return error.message;
  if (signal.aborted) return 'git did not end in time';
  throw error;
}
