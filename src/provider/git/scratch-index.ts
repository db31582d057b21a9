import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Repository } from './open-repository.js';
import type { Git } from './run-git.js';

/**
 * Let git compare the work tree with a private, refreshed copy of the index. Git would otherwise write what it learnt
 * about file times back into the person's own index, while that person may be staging something.
 */
export async function withScratchIndex<T>(
  { git, workTree }: Repository,
  signal: AbortSignal,
  use: (git: Git) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-index-'));
  try {
    const copy = join(folder, 'index');
    const { stdout } = await git.run(['rev-parse', '--git-path', 'index'], signal);
    await copyIndex(resolve(workTree ?? '', stdout.toString('utf8').replace(/\n$/, '')), copy);
    const scratch = git.with({ GIT_INDEX_FILE: copy });
    await scratch.run(['update-index', '-q', '--unmerged', '--refresh'], signal, { exitCodes: [0, 1] });
    return await use(scratch);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A repository without anything staged has no index at all. */
async function copyIndex(from: string, to: string): Promise<void> {
  const found = await stat(from).catch(() => null);
  if (found === null) return;
  await copyFile(from, to);
  // Git reads a file again when it is not older than the index. A younger copy would hide a change of the same size.
  const modifiedSeconds = Math.floor(found.mtimeMs) / 1_000;
  await utimes(to, modifiedSeconds, modifiedSeconds);
}
