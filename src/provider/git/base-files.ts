import type { PinnedTarget } from '../../review/index.js';
import { type ReadFiles, readCommitFiles, type WantedFiles } from './commit-files.js';
import type { Git } from './run-git.js';

/** Read the wanted files as they stood before the change. */
export async function readBaseFiles(
  git: Git,
  target: PinnedTarget,
  wanted: WantedFiles,
  signal: AbortSignal,
): Promise<Pick<ReadFiles, 'files' | 'isPartial'>> {
  const commit = target.mergeBaseSha ?? target.baseSha;
  if (commit === null) return { files: new Map(), isPartial: false };
  const { files, isPartial } = await readCommitFiles(git, commit, wanted, signal);
  return { files, isPartial };
}
