import type { Git } from './run-git.js';

/** Whether older commits were left out when the repository was cloned. */
export async function isShallow(git: Git, signal: AbortSignal): Promise<boolean> {
  const { stdout } = await git.run(['rev-parse', '--is-shallow-repository'], signal);
  return stdout.toString('utf8').trim() === 'true';
}

/** What to do about a commit that may be one of those. */
export const FETCH_MORE =
  'this clone is shallow, so older commits are not here: run `git fetch --unshallow`, or `git fetch --deepen=<number>` for some of them';
