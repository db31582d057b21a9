import type { Movement, PinnedTarget } from '../../review/index.js';
import type { Repository } from './open-repository.js';
import { findCommit } from './resolve-revision.js';
import { takeSnapshot } from './snapshot.js';

/**
 * Look again. Commits cannot change, so wherever HEAD and the branches went meanwhile, a range stays what it was as long
 * as its commits are there. A work tree is compared by its snapshot.
 */
export async function recheckTarget(
  repository: Repository,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<Movement> {
  if (target.source === 'workspace') {
    const now = await takeSnapshot(repository, signal);
    if (now === target.snapshot) return { kind: 'unmoved' };
    return { kind: 'moved', what: 'content', from: target.snapshot ?? '', to: now };
  }
  for (const sha of [target.headSha, target.mergeBaseSha ?? target.baseSha]) {
    if (sha === null || (await findCommit(repository.git, sha, signal)) !== null) continue;
    return { kind: 'unreadable', reason: `commit ${sha} is gone from the repository` };
  }
  return { kind: 'unmoved' };
}
