import { type FileListing, type PinnedTarget, PlumblineError, type SourceFile } from '../../review/index.js';
import { listWorkTree } from './list-work-tree.js';
import type { Repository } from './open-repository.js';
import { createPatchAllowance } from './patch-allowance.js';
import { readDiff } from './read-diff.js';
import { revealTexts } from './reveal-texts.js';
import { withScratchIndex } from './scratch-index.js';
import { toSourceFile } from './to-source-file.js';

/** List every changed file of a pinned target with its patch. Nothing changed: the list is empty. */
export async function listChanges(
  repository: Repository,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<FileListing> {
  const files =
    target.source === 'workspace'
      ? await withScratchIndex(repository, signal, (scratch) => listWorkTree(repository, scratch, target, signal))
      : await listCommits(repository, target, signal);
  return { files: withDistinctPaths(files), omittedFileCount: 0, limitations: [] };
}

async function listCommits(
  repository: Repository,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<readonly SourceFile[]> {
  const { baseSha, headSha, mergeBaseSha } = target;
  if (headSha === null) throw new PlumblineError('invariant_broken', { what: 'a range of commits without a head' });
  const from = mergeBaseSha ?? baseSha ?? repository.emptyTree;
  const { git, emptyTree } = repository;
  const allowance = createPatchAllowance();
  const ends = { from, to: headSha };
  const entries = await readDiff(git, ends, allowance, signal);
  const revealed = await revealTexts({ git, ends, emptyTree, workTree: null }, entries, allowance, signal);
  return revealed.map(toSourceFile);
}

/** Two paths that differ only in bytes no text can show would otherwise look like one file. */
function withDistinctPaths(files: readonly SourceFile[]): readonly SourceFile[] {
  const taken = new Set(files.filter((file) => !file.isPathEscaped).map((file) => file.path));
  return files.map((file) => {
    if (!file.isPathEscaped) return file;
    let { path } = file;
    while (taken.has(path)) path = `${path}\\`;
    taken.add(path);
    return { ...file, path };
  });
}
