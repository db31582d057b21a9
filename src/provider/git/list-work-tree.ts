import type { PinnedTarget, SourceFile } from '../../review/index.js';
import { decodePath } from './decode-path.js';
import type { Repository } from './open-repository.js';
import { createPatchAllowance, type PatchAllowance } from './patch-allowance.js';
import { readDiff } from './read-diff.js';
import { revealTexts } from './reveal-texts.js';
import type { Git } from './run-git.js';
import { toSourceFile } from './to-source-file.js';
import { readUntracked } from './untracked-file.js';
import { toAddedFile } from './untracked-patch.js';
import { readWorkTreeState } from './work-tree-state.js';

type Listed = { readonly bytes: Buffer; readonly file: SourceFile };

/** List what differs between HEAD and the work tree: staged, unstaged and untracked together, each file once. */
export async function listWorkTree(
  repository: Repository,
  scratch: Git,
  target: PinnedTarget,
  signal: AbortSignal,
): Promise<readonly SourceFile[]> {
  const { emptyTree, workTree } = repository;
  const allowance = createPatchAllowance();
  const state = await readWorkTreeState(scratch, { workTree: workTree ?? '', headSha: target.baseSha }, signal);
  const ends = { from: target.baseSha ?? emptyTree, to: null };
  const entries = await readDiff(scratch, ends, allowance, signal);
  const revealed = await revealTexts({ git: scratch, ends, emptyTree, workTree }, entries, allowance, signal);
  const tracked = revealed.map((entry) => ({ bytes: entry.path, file: toSourceFile(entry) }));
  const added = await readAdded(repository, state.untracked, allowance, signal);
  const unreadable = state.unreadable.map((bytes) => ({ bytes, file: unknownFile(bytes) }));
  const files = byPath([...tracked, ...added, ...unreadable]);
  for (const bytes of state.conflicted) {
    const file = files.get(keyOf(bytes)) ?? unknownFile(bytes);
    files.set(keyOf(bytes), { ...file, isConflicted: true });
  }
  return [...files.values()];
}

async function readAdded(
  { workTree, objectFormat }: Repository,
  paths: readonly Buffer[],
  allowance: PatchAllowance,
  signal: AbortSignal,
): Promise<readonly Listed[]> {
  const added: Listed[] = [];
  for (const bytes of paths) {
    signal.throwIfAborted();
    const content = await readUntracked(workTree ?? '', bytes, objectFormat);
    added.push({ bytes, file: toAddedFile(bytes, content, allowance) });
  }
  return added;
}

/** Later entries replace earlier ones: what could not be read is not what git, asked to leave it out, calls deleted. */
function byPath(listed: readonly Listed[]): Map<string, SourceFile> {
  return new Map(listed.map(({ bytes, file }) => [keyOf(bytes), file]));
}

function keyOf(bytes: Buffer): string {
  return bytes.toString('latin1');
}

/** Something changed, and it cannot be said what. */
function unknownFile(bytes: Buffer): SourceFile {
  return {
    ...decodePath(bytes),
    previousPath: null,
    status: 'modified',
    oldMode: null,
    newMode: null,
    oldBlob: null,
    newBlob: null,
    additions: 0,
    deletions: 0,
    patch: { kind: 'missing' },
    isConflicted: false,
  };
}
