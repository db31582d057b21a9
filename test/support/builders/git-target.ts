import { createGitChangeSource, type GitTargetRequest } from '../../../src/provider/git/index.js';
import type { SourceFile } from '../../../src/review/index.js';
import type { GitRepository } from '../git-repository.js';

export const aSignal = () => new AbortController().signal;

export const UNCOMMITTED: GitTargetRequest = { kind: 'uncommitted' };

/** A source over a repository, called in its top folder unless said otherwise. */
export function openGit(
  repository: GitRepository,
  request: GitTargetRequest,
  options: { readonly directory?: string; readonly environment?: Readonly<Record<string, string>> } = {},
) {
  return createGitChangeSource({
    directory: options.directory ?? repository.directory,
    request,
    environment: { ...repository.environment, ...options.environment },
  });
}

/** Pin and list in one go. */
export async function readTarget(...opened: Parameters<typeof openGit>) {
  const source = openGit(...opened);
  const target = await source.pin(aSignal());
  const answer = await source.listFiles(target, aSignal());
  if (answer.kind !== 'listed') throw new Error('the target moved');
  return { source, target, files: answer.listing.files };
}

/** `status path` of each file, sorted; a previous path after `<-`. */
export function namesOf(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, previousPath, status }) => `${status} ${path}${previousPath === null ? '' : ` <- ${previousPath}`}`)
    .sort();
}

export function fileAt(files: readonly SourceFile[], path: string): SourceFile {
  const found = files.find((file) => file.path === path);
  if (found === undefined) throw new Error(`${path} is not among ${files.map((file) => file.path).join(', ')}`);
  return found;
}
