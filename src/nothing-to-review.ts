import type { ReviewArguments } from './handlers/index.js';
import { type ChangeSource, nearestNames, type PinnedTarget, PlumblineError } from './review/index.js';

type Scene = {
  readonly chosen: Pick<ReviewArguments, 'directory' | 'paths' | 'request'>;
  readonly source: Pick<ChangeSource, 'listFiles'>;
  readonly target: PinnedTarget;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
};

const MAX_TOLD = 3;
const LIKELY_BASES = ['main', 'master', 'develop', 'trunk'];

/** The error of a target without a changed file, with what was probably meant. */
export async function nothingToReview(reason: string, scene: Scene): Promise<PlumblineError> {
  const { paths, request } = scene.chosen;
  if (request.kind === 'pull_request') return new PlumblineError('nothing_to_review', { reason });
  if (paths.length > 0) return told(reason, await helpForPaths(scene));
  if (request.kind === 'base') return told(reason, helpForBase(scene.target));
  if (request.kind !== 'uncommitted') return told(reason, null);
  if (scene.target.baseSha === null) return told('there is no commit yet, and no file', 'add a file first');
  return told('the work tree is clean', await helpForCleanTree(scene));
}

function told(reason: string, help: string | null): PlumblineError {
  return new PlumblineError('nothing_to_review', { reason }, help === null ? {} : { help });
}

/** Somebody on the branch itself, or with `HEAD` for a base, means something else. */
function helpForBase({ baseRef, headSha, mergeBaseSha }: PinnedTarget): string | null {
  if (headSha !== mergeBaseSha) return null;
  return `HEAD has no commit that ${baseRef} has not; try plumbline review commit HEAD, or plumbline review for what is not committed`;
}

/** Paths are named from the top of the repository, and people stand in a folder below it. */
async function helpForPaths({ chosen: { paths }, signal, source, target }: Scene): Promise<string | null> {
  const listed = await source.listFiles(target, signal);
  const changed = listed.kind === 'listed' ? listed.listing.files.map(({ path }) => path) : [];
  const meant = [...new Set(paths.flatMap((path) => nearestPaths(path, changed)))].slice(0, MAX_TOLD);
  if (meant.length === 0) return null;
  return `did you mean ${meant.join(' or ')}? paths are named from the top of the repository`;
}

function nearestPaths(wanted: string, changed: readonly string[]): readonly string[] {
  const bare = wanted.replace(/^\.\//, '').replace(/\/+$/, '');
  const below = changed.filter((path) => path.endsWith(`/${bare}`) || path.includes(`/${bare}/`));
  return below.length > 0 ? below : nearestNames(bare, changed, 1);
}

async function helpForCleanTree({ chosen: { directory }, signal, variables }: Scene): Promise<string> {
  const { findBranches } = await import('./provider/git/index.js');
  const branches = await findBranches(directory ?? '.', variables, signal);
  const base = LIKELY_BASES.find((name) => branches.includes(name));
  return `try ${base === undefined ? '' : `plumbline review base ${base} or `}plumbline review commit HEAD`;
}
