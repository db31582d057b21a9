import type { Git } from './run-git.js';

/** More are never told; a repository can have thousands. */
const MAX_BRANCHES = 1_000;
const FORMAT = '%(refname)';

/** Names of branches as they can be typed, the local ones first, the latest change first. Empty before the first commit. */
export async function listBranches(git: Git, signal: AbortSignal): Promise<readonly string[]> {
  const args = ['for-each-ref', '--sort=-committerdate', `--count=${MAX_BRANCHES}`, `--format=${FORMAT}`];
  const [local, remote] = await Promise.all(
    ['refs/heads/', 'refs/remotes/'].map(async (root) => {
      const { stdout } = await git.run([...args, root], signal);
      const names = stdout.toString('utf8').split('\n');
      return names.filter((name) => name !== '').map((name) => name.slice(root.length));
    }),
  );
  return [...(local ?? []), ...(remote ?? []).filter((name) => !name.endsWith('/HEAD'))];
}
