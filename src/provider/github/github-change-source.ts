import { type ChangeSource, type Clock, type Log, type Movement, PlumblineError } from '../../review/index.js';
import { createAcquisitions } from './acquisitions.js';
import { readBaseFiles } from './base-files.js';
import { createBaseTreeReader } from './base-tree.js';
import type { GithubClient } from './github-client.js';
import { listFiles } from './list-files.js';
import { createMergeBases } from './merge-bases.js';
import { pinTarget } from './pin-target.js';
import { createPullRequestDetails, type PullRequestDetails } from './pull-request-details.js';
import { createReader, type GithubAccess, type ReadFromGithub } from './read-from-github.js';
import { createTargetCheck } from './target-check.js';
import { readWantedFiles } from './wanted-files.js';

/**
 * A pull request as the source of a change. One instance serves one run. Every answer is checked against the pinned
 * commits; at most `MAX_ACQUISITIONS` times file pages, contents of many files or of one are fetched; what of it may move
 * is followed by a check. What GitHub cannot give is told (`missing`, `oversized`, omitted files), never left out. Rejects with a `PlumblineError`
 * (`provider_failed`, `provider_denied`, `provider_rate_limited`) or the signal's reason.
 */
export function createGithubChangeSource(options: {
  readonly client: GithubClient;
  /** Web host for the repository's identity; left out, that of the pull request's own address. */
  readonly host?: string;
  readonly repository: { readonly owner: string; readonly name: string };
  readonly pullRequest: number;
  /** The head the delivery spoke of; an older one is waited for. Null: take what is there. */
  readonly expectedHeadSha: string | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly readTimeoutMs?: number;
}): ChangeSource {
  const readFromGithub = createReader(options);
  const details = createPullRequestDetails(options, readFromGithub, { repositoryId: null, host: options.host });
  const { pullRequest, expectedHeadSha } = options;
  return changeSourceOver(options, { readFromGithub, details }, { pullRequest, expectedHeadSha });
}

/** The same over details that a repository host already holds. */
export function changeSourceOver(
  access: GithubAccess,
  shared: { readonly readFromGithub: ReadFromGithub; readonly details: PullRequestDetails },
  asked: { readonly pullRequest: number; readonly expectedHeadSha: string | null },
): ChangeSource {
  const { readFromGithub, details } = shared;
  const mergeBases = createMergeBases(readFromGithub);
  const check = createTargetCheck({ details, mergeBases, pullRequest: asked.pullRequest });
  const readBaseTree = createBaseTreeReader(readFromGithub, access.log);
  const acquisitions = createAcquisitions();
  const parts = {
    readFromGithub,
    readBaseTree,
    check,
    acquisitions,
    clock: access.clock,
    log: access.log,
    pullRequest: asked.pullRequest,
  };
  return {
    pin: (signal) => pinTarget({ details, mergeBases, clock: access.clock, ...asked }, signal),
    binding: async () => 'unavailable',
    listFiles: (target, signal) => listFiles(parts, target, signal),
    recheck: (target, signal) => orUnreadable(async () => (await check.atTheEnd(target, signal)).movement),
    readBaseFiles: async (target, paths, maxBytes, signal) =>
      target.mergeBaseSha === null
        ? { files: new Map(), isPartial: paths.length > 0 }
        : readBaseFiles(parts, { commitSha: target.mergeBaseSha, paths, maxBytes }, signal),
    readHeadFiles: async (target, paths, maxBytes, signal) =>
      target.headSha === null
        ? { files: new Map(), tooLarge: [], isPartial: paths.length > 0 }
        : // The head of a fork is an object of the base repository too.
          readWantedFiles(parts, { commitSha: target.headSha, paths, maxBytes }, signal),
  };
}

async function orUnreadable(look: () => Promise<Movement>): Promise<Movement> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof PlumblineError) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}
