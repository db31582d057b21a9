import type { Log } from '../../review/index.js';
import { PlumblineError } from '../../review/index.js';
import type { ReadFromGithub } from './read-from-github.js';
import { type TreeEntry, treeAnswer } from './vendor-answers.js';

/** All entries of a revision by path. `isWhole` is false when GitHub cut the list or could not give it. */
export type BaseTree = { readonly entries: ReadonlyMap<string, TreeEntry>; readonly isWhole: boolean };

/** Give the tree of a commit; read at most once per commit, however often it is asked for. */
export type ReadBaseTree = (commitSha: string, signal: AbortSignal) => Promise<BaseTree>;

export function createBaseTreeReader(readFromGithub: ReadFromGithub, log: Log): ReadBaseTree {
  const known = new Map<string, BaseTree>();
  return async function readBaseTree(commitSha, signal) {
    const tree = known.get(commitSha) ?? (await readTree(readFromGithub, commitSha, log, signal));
    known.set(commitSha, tree);
    return tree;
  };
}

/** A tree that cannot be had is one of which nothing is known: never a reason to give up a review. */
async function readTree(read: ReadFromGithub, commitSha: string, log: Log, signal: AbortSignal): Promise<BaseTree> {
  try {
    const answer = await read(
      {
        route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
        parameters: { tree_sha: commitSha, recursive: '1' },
        schema: treeAnswer,
      },
      signal,
    );
    if (answer.kind !== 'found') return { entries: new Map(), isWhole: false };
    const entries = new Map(answer.body.tree.map((entry) => [entry.path, entry]));
    return { entries, isWhole: answer.body.truncated !== true };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    log.warn({ code: error.code }, 'base-tree-unreadable');
    return { entries: new Map(), isWhole: false };
  }
}
