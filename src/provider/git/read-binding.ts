import type { Binding, PinnedTarget } from '../../review/index.js';
import type { Repository } from './open-repository.js';
import { findCommit } from './resolve-revision.js';

/** Say how the work tree relates to the pinned head: the same commit without or with changes, or another one. */
export async function readBinding(
  { git, workTree }: Repository,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<Binding> {
  if (target.source === 'workspace') return 'matching_dirty';
  if (workTree === null) return 'unavailable';
  if ((await findCommit(git, 'HEAD', signal)) !== target.headSha) return 'mismatched';
  const status = ['status', '--porcelain', '-z', '--untracked-files=normal', '--ignore-submodules=dirty'];
  const { stdout } = await git.run(status, signal);
  return stdout.length === 0 ? 'matching_clean' : 'matching_dirty';
}
