import { ERRORS, nearestNames, PlumblineError } from '../../review/index.js';
import { listBranches } from './list-branches.js';
import { findCommit } from './resolve-revision.js';
import type { Git } from './run-git.js';
import { FETCH_MORE, isShallow } from './shallow.js';

const MAX_TOLD = 5;

/** Add to a revision that names no commit what could be named instead: a commit first, or one of the branches. Returns the error. */
export async function explainUnknownRevision(git: Git, error: unknown, signal: AbortSignal): Promise<unknown> {
  if (!(error instanceof PlumblineError) || error.code !== 'unknown_revision') return error;
  // One that was made with help of its own, as at the edge of a shallow clone, knows better.
  if (error.help !== ERRORS.unknown_revision.help) return error;
  const revision = String(error.facts.revision);
  const help = await helpFor(git, revision, signal);
  return help === null ? error : new PlumblineError('unknown_revision', error.facts, { help, cause: error });
}

async function helpFor(git: Git, revision: string, signal: AbortSignal): Promise<string | null> {
  const branches = await listBranches(git, signal);
  if (branches.length === 0 && (await findCommit(git, 'HEAD', signal)) === null) {
    return 'there is no commit yet: `plumbline review` alone reviews the files that are there';
  }
  const known = knownBranches(revision, branches);
  if (!(await isShallow(git, signal))) return known;
  return known === null ? FETCH_MORE : `${FETCH_MORE}; ${known}`;
}

function knownBranches(revision: string, branches: readonly string[]): string | null {
  if (!/^[\w./-]+$/.test(revision) || /^[0-9a-f]{7,}$/.test(revision) || branches.length === 0) return null;
  const near = nearestNames(revision, branches, MAX_TOLD);
  const told = [...near, ...branches.filter((name) => !near.includes(name))].slice(0, MAX_TOLD);
  const rest = branches.length - told.length;
  return `the branches here: ${told.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}; one that is missing may have to be fetched`;
}
