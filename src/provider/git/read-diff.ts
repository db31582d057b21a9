import { type DiffEntry, matchPatches } from './match-patches.js';
import type { PatchAllowance } from './patch-allowance.js';
import { createRawReader } from './read-raw-listing.js';
import type { Git } from './run-git.js';
import { createPatchSplitter } from './split-patches.js';

/** Every choice that configuration could make otherwise, made here. Copies are looked for among changed files only. */
const DIFF_ARGUMENTS: readonly string[] = [
  '--raw',
  '--patch',
  '-z',
  '--full-index',
  '--unified=3',
  '--inter-hunk-context=0',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--find-renames=50%',
  '--find-copies=50%',
  '-l1000',
  '-O/dev/null',
  '--no-relative',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  // What is uncommitted inside a submodule is that repository's own uncommitted work.
  '--ignore-submodules=dirty',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
];

export type DiffEnds = { readonly from: string; readonly to: string | null };

/**
 * Read what changed between two commits, or between a commit and the work tree when `to` is null. Listing and patches
 * come out of one command, so that they speak of the same moment. Unmerged entries are left out; their files are not. With `asTexts` only these paths are compared, as texts
 * whatever anything says of them.
 */
export async function readDiff(
  git: Git,
  ends: DiffEnds & { readonly asTexts?: readonly string[] },
  allowance: PatchAllowance,
  signal: AbortSignal,
): Promise<readonly DiffEntry[]> {
  const { from, to, asTexts } = ends;
  const choices = asTexts === undefined ? DIFF_ARGUMENTS : [...DIFF_ARGUMENTS, '--text'];
  const command =
    to === null ? ['diff-index', '--diff-filter=u', ...choices, from] : ['diff-tree', '-r', ...choices, from, to];
  const raw = createRawReader();
  const patches = createPatchSplitter(allowance);
  let isInPatches = false;
  await git.stream([...command, '--', ...(asTexts ?? [])], signal, (chunk) => {
    const rest = isInPatches ? chunk : raw.push(chunk);
    if (rest === null) return;
    isInPatches = true;
    patches.push(rest);
  });
  return matchPatches(raw.entries, patches.end());
}
