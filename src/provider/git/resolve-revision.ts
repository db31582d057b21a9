import { PlumblineError } from '../../review/index.js';
import type { Git } from './run-git.js';

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * Find the commit a word names.
 * @throws PlumblineError `usage` for words that cannot be one revision, `unknown_revision` when there is no such commit
 */
export async function resolveCommit(git: Git, revision: string, signal: AbortSignal): Promise<string> {
  checkRevision(revision);
  const sha = await findCommit(git, revision, signal);
  if (sha === null) throw new PlumblineError('unknown_revision', { revision });
  return sha;
}

/** The same, null when there is no such commit. */
export async function findCommit(git: Git, revision: string, signal: AbortSignal): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const { stdout } = await git.run(args, signal, { exitCodes: [0, 1, 128] });
  const sha = stdout.toString('utf8').trim();
  return COMMIT.test(sha) ? sha : null;
}

/** Refuse what git could take for an option, for more than one revision, or for a path. */
export function checkRevision(revision: string): void {
  const problem = problemOf(revision);
  if (problem !== null) throw new PlumblineError('usage', { problem: `${JSON.stringify(revision)} ${problem}` });
}

function problemOf(revision: string): string | null {
  if (revision === '') return 'is empty where a branch or commit is expected';
  if (revision.startsWith('-')) return 'is not a branch or commit: no name begins with "-"';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\s\u0000-\u001f\u007f]/.test(revision)) return 'is more than one word where one branch or commit is expected';
  if (revision.includes('..')) return 'is a range where one branch or commit is expected';
  return null;
}
