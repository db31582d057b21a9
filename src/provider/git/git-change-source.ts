import { type ChangeSource, PlumblineError } from '../../review/index.js';
import { readBaseFiles } from './base-files.js';
import { readHeadFiles } from './head-files.js';
import { listChanges } from './list-changes.js';
import { openRepository, type Repository } from './open-repository.js';
import { type GitTargetRequest, pinTarget } from './pin-target.js';
import { readBinding } from './read-binding.js';
import { recheckTarget } from './recheck-target.js';

export type GitChangeSourceOptions = {
  /** Any folder of the repository; the change is read from the whole of it. */
  readonly directory: string;
  readonly request: GitTargetRequest;
  /** Of the person who asks. Only what git needs is handed on to it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/**
 * Read a change from the git repository around a folder, without changing anything in it: not the index, not a
 * reference, not an object. Configuration and environment cannot change what is read, and no program of the repository
 * is run.
 *
 * `pin` rejects with `not_a_repository`, `usage`, `unknown_revision`, `no_merge_base`, `git_missing` or `git_failed`. A
 * target in which nothing changed is listed as no files. `listFiles` never answers `moved`: commits cannot move, and the
 * work tree is compared with its snapshot by `recheck`.
 */
export function createGitChangeSource(options: GitChangeSourceOptions): ChangeSource {
  let opened: Promise<Repository> | null = null;
  function repository(signal: AbortSignal): Promise<Repository> {
    opened ??= openRepository(options.directory, options.environment, signal);
    return opened;
  }
  return {
    pin: async (signal) => pinTarget(await repository(signal), options.request, signal),
    binding: async (target, signal) => readBinding(await repository(signal), target, signal),
    listFiles: async (target, signal) => ({
      kind: 'listed',
      listing: await listChanges(await repository(signal), target, signal),
    }),
    async recheck(target, signal) {
      try {
        return await recheckTarget(await repository(signal), target, signal);
      } catch (error) {
        if (!(error instanceof PlumblineError)) throw error;
        return { kind: 'unreadable', reason: error.message };
      }
    },
    readBaseFiles: async (target, paths, maxBytes, signal) =>
      readBaseFiles((await repository(signal)).git, target, { paths, maxBytes }, signal),
    readHeadFiles: async (target, paths, maxBytes, signal) =>
      readHeadFiles(await repository(signal), target, { paths, maxBytes }, signal),
  };
}
