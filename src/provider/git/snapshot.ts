import { createHash, type Hash } from 'node:crypto';
import type { Repository } from './open-repository.js';
import { findCommit } from './resolve-revision.js';
import type { Git } from './run-git.js';
import { withScratchIndex } from './scratch-index.js';
import { readUntracked } from './untracked-file.js';
import { readWorkTreeState } from './work-tree-state.js';

/**
 * Digest everything a review of the work tree depends on: HEAD, what is staged, the content of every changed file and of
 * every untracked one, and what cannot be read. Two equal digests mean that nothing a reviewer was shown has changed;
 * file times alone change nothing.
 */
export function takeSnapshot(repository: Repository, signal: AbortSignal): Promise<string> {
  return withScratchIndex(repository, signal, async (scratch) => {
    const hash = createHash('sha256');
    const headSha = await findCommit(scratch, 'HEAD', signal);
    const from = headSha ?? repository.emptyTree;
    const add = (args: readonly string[]) => scratch.stream(args, signal, (chunk) => void hash.update(chunk));
    hash.update(`${from}\0`);
    await add(['diff-index', '--cached', '--raw', '--no-renames', '--full-index', '-z', from, '--']);
    await add(['ls-files', '--unmerged', '-z']);
    const workTree = repository.workTree ?? '';
    const state = await readWorkTreeState(scratch, { workTree, headSha }, signal);
    for (const path of state.unreadable) hash.update(path).update('\0unreadable\0');
    for (const path of state.untracked) await addUntracked(hash, repository, path, signal);
    await addContents(hash, scratch, from, signal);
    return hash.digest('hex');
  });
}

/** The patch names the full digest of every content, in the work tree too; its lines themselves are few like this. */
async function addContents(hash: Hash, scratch: Git, from: string, signal: AbortSignal): Promise<void> {
  const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=dirty'];
  const args = ['diff-index', '--patch', '--unified=0', '--full-index', ...plain, '--diff-filter=u', from, '--'];
  await scratch.stream(args, signal, (chunk) => void hash.update(chunk));
}

async function addUntracked(hash: Hash, repository: Repository, path: Buffer, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const file = await readUntracked(repository.workTree ?? '', path, repository.objectFormat);
  hash.update(path).update(file.kind === 'content' ? `\0${file.mode} ${file.blob}\0` : '\0unreadable\0');
}
