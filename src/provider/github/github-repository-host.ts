import type {
  CheckPublisher,
  Clock,
  Log,
  PullRequestFacts,
  RepositoryHost,
  RepositoryRef,
} from '../../review/index.js';
import { changeSourceOver } from './github-change-source.js';
import type { GithubClient } from './github-client.js';
import { listOpenPullRequests } from './open-pull-requests.js';
import { openSiblings } from './open-siblings.js';
import { createPullRequestDetails, type PullRequestDetail } from './pull-request-details.js';
import { readConclusion } from './read-conclusion.js';
import { createReader } from './read-from-github.js';
import { readPermission } from './read-permission.js';
import { readSettingsFile } from './read-settings-file.js';
import { writeLightly } from './write-lightly.js';

/**
 * One repository on GitHub. The host and the change sources it makes share what they learn of a pull request, so that a
 * whole review of 20 ordinary files costs these reads (free ones, answered 304, included):
 *
 * | read | how often |
 * |---|---|
 * | pull request | 1 for the facts, 1 after the file page, 1 at the end; 1 more when the pin comes later than 2 s |
 * | permission | 1 when somebody asked or pushed |
 * | branch | 1 when the base is not the default branch |
 * | settings | 1 |
 * | compare | 1 for the pin, 1 at the end |
 * | file page | 1 (100 files each) |
 * | our checks of the same commit | 1; 1 more each when another pull request shares the head, and when a run ends without a review of everything |
 * | AGENTS.md, .gitattributes of the merge base | 1 together; tree and 1 each where many places are asked for |
 * | changed files as the head has them | 1 (100 files each) |
 * | both sides of files without a patch | 1 (50 files each); the tree of the merge base once |
 *
 * `appId` tells our check runs from others' of the same name; while it is null no conclusion is known to be ours.
 * The reads reject with a `PlumblineError` or the signal's reason, except where the port says otherwise.
 */
export function createGithubRepositoryHost(options: {
  readonly client: GithubClient;
  /** Web host for the repository's identity; left out, that of the pull request's own address. */
  readonly host?: string;
  readonly repository: RepositoryRef;
  readonly appId: number | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly permissionTimeoutMs: number;
  readonly createCheckPublisher: (check: Parameters<RepositoryHost['checkPublisher']>[0]) => CheckPublisher;
  readonly readTimeoutMs?: number;
}): RepositoryHost {
  const { repository, appId } = options;
  const readFromGithub = createReader(options);
  const details = createPullRequestDetails(options, readFromGithub, {
    repositoryId: repository.id,
    host: options.host,
  });
  return {
    readPullRequest: async (number, signal) => toFacts(await details.read(number, signal)),
    listOpenPullRequests: (headSha, signal) =>
      listOpenPullRequests(readFromGithub, { headSha, repositoryId: repository.id }, signal),
    readPermission: (login, signal) =>
      readPermission(options, readFromGithub, { login, timeoutMs: options.permissionTimeoutMs }, signal),
    readSettings: (baseRef, signal) => readSettingsFile({ readFromGithub, details }, baseRef, signal),
    react: (commentId, content) => writeLightly(options, REACTION_ROUTE, { comment_id: commentId, content }),
    reply: (number, body) => writeLightly(options, REPLY_ROUTE, { issue_number: number, body }),
    readConclusion: async ({ checkName, pullRequest, ...of }, signal) => {
      if (appId === null) return null;
      const headSha = of.headSha ?? (await details.read(pullRequest, signal)).headSha;
      return readConclusion(readFromGithub, { headSha, checkName, appId }, signal);
    },
    readSiblings: (check, signal) =>
      openSiblings({ ...options, readFromGithub, repositoryId: repository.id }, check, signal),
    changeSource: (pullRequest, expectedHeadSha) =>
      changeSourceOver(options, { readFromGithub, details }, { pullRequest, expectedHeadSha }),
    checkPublisher: options.createCheckPublisher,
  };
}

const REACTION_ROUTE = 'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions';
const REPLY_ROUTE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';

function toFacts(detail: PullRequestDetail): PullRequestFacts {
  const { number, isOpen, isDraft, author, headSha, headRef, baseRef, labels } = detail;
  return { number, isOpen, isDraft, author, headSha, headRef, baseRef, labels };
}
