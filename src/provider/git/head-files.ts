import type { PinnedTarget } from '../../review/index.js';
import { type ReadFiles, readCommitFiles, type WantedFiles } from './commit-files.js';
import type { Repository } from './open-repository.js';
import { readWorkTreeFiles } from './work-tree-files.js';

/** Read the wanted files as the change leaves them: from the head commit, or from the work tree when that is reviewed. */
export async function readHeadFiles(
  repository: Repository,
  target: PinnedTarget,
  wanted: WantedFiles,
  signal: AbortSignal,
): Promise<ReadFiles> {
  const { git, workTree } = repository;
  if (target.headSha !== null) return readCommitFiles(git, target.headSha, wanted, signal);
  if (workTree === null) return { files: new Map(), tooLarge: [], isPartial: true };
  return readWorkTreeFiles(workTree, wanted, signal);
}
