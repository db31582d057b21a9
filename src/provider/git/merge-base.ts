import { PlumblineError } from '../../review/index.js';
import type { Git } from './run-git.js';
import { isShallow } from './shallow.js';

type Named = readonly [name: string, sha: string];

/** Where two commits parted. Rejects with `no_merge_base`. */
export async function findMergeBase(
  git: Git,
  [left, leftSha]: Named,
  [right, rightSha]: Named,
  signal: AbortSignal,
): Promise<string> {
  const { exitCode, stdout } = await git.run(['merge-base', leftSha, rightSha], signal, { exitCodes: [0, 1] });
  if (exitCode === 0) return stdout.toString('utf8').trim();
  const help = (await isShallow(git, signal))
    ? 'this clone is shallow: run `git fetch --unshallow`, then try again'
    : 'compare their ends alone, with a two-dot range: plumbline review range <a>..<b>';
  throw new PlumblineError('no_merge_base', { left, right }, { help });
}
