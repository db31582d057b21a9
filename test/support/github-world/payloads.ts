import { found, listed, toHeadCommit, toIssue, toSuite } from './payload-parts.js';
import { toInstallation } from './shapes/app.js';
import { toCheckRun } from './shapes/check-run.js';
import { toComment } from './shapes/comment.js';
import { toPullDetail } from './shapes/pull.js';
import { toRepository } from './shapes/repository.js';
import { nodeId, type Site } from './shapes/site.js';
import { toUser } from './shapes/user.js';
import { findRepository, isoTime, type PullState, type RepositoryState } from './state.js';

/** What a delivery speaks of. */
export type DeliverySubject = {
  /** `owner/name`; not needed for `installation` and `ping`. */
  readonly repository?: string;
  readonly sender?: string;
  /** Pull request or issue. */
  readonly number?: number;
  /** Id of a comment. */
  readonly comment?: number;
  /** Id of a check run. */
  readonly checkRun?: number;
  readonly headSha?: string;
  /** Of a merge group; a branch name. */
  readonly baseRef?: string;
  /** Of an edit, e.g. `{ base: { ref: { from: 'main' }, sha: { from: '…' } } }`. */
  readonly changes?: unknown;
  /** Head before a push. */
  readonly before?: string;
  /** Of a pressed button. */
  readonly requestedAction?: string;
  readonly deliveryId?: string;
  /** Keys that replace the payload's own. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

type Payload = Record<string, unknown>;
type Builder = (site: Site, subject: DeliverySubject) => Payload;

const BUILDERS: Readonly<Record<string, Builder>> = {
  pull_request: pullRequest,
  issue_comment: issueComment,
  check_run: checkRun,
  check_suite: checkSuite,
  merge_group: mergeGroup,
  installation: installation,
  installation_repositories: installationRepositories,
  repository: (site, subject) => common(site, subject),
  ping: (site) => ({
    zen: 'Keep it logically awesome.',
    hook_id: 1,
    hook: { type: 'App', id: 1, events: [], app_id: site.state.app.id },
  }),
};

export function payloadOf(site: Site, event: string, subject: DeliverySubject): Payload {
  const build = BUILDERS[event];
  if (build === undefined) throw new Error(`the world does not deliver "${event}"`);
  return build(site, subject);
}

function pullRequest(site: Site, subject: DeliverySubject): Payload {
  const repository = repositoryOf(site, subject);
  const pull = pullOf(repository, subject.number);
  return {
    number: pull.number,
    // GitHub has not worked out mergeability when it sends the delivery.
    pull_request: {
      ...toPullDetail(site, repository, pull),
      mergeable: null,
      rebaseable: null,
      mergeable_state: 'unknown',
    },
    ...(subject.before === undefined ? {} : { before: subject.before, after: pull.headSha }),
    ...(subject.changes === undefined ? {} : { changes: subject.changes }),
    ...common(site, { sender: pull.login ?? 'ghost', ...subject }),
  };
}

function issueComment(site: Site, subject: DeliverySubject): Payload {
  const repository = repositoryOf(site, subject);
  const comment = found(repository.comments.get(subject.comment ?? 0), `comment ${subject.comment}`);
  return {
    issue: toIssue(site, repository, comment.issue),
    comment: toComment(site, repository, comment),
    ...(subject.changes === undefined ? {} : { changes: subject.changes }),
    ...common(site, { sender: comment.login ?? 'ghost', ...subject }),
  };
}

function checkRun(site: Site, subject: DeliverySubject): Payload {
  const repository = repositoryOf(site, subject);
  const run = found(repository.checkRuns.get(subject.checkRun ?? 0), `check run ${subject.checkRun}`);
  return {
    check_run: {
      ...toCheckRun(site, repository, run),
      check_suite: toSuite(site, repository, run.appSlug, run.headSha),
    },
    ...(subject.requestedAction === undefined ? {} : { requested_action: { identifier: subject.requestedAction } }),
    ...common(site, subject),
  };
}

/** "Re-run all" comes without pull requests and without a branch. */
function checkSuite(site: Site, subject: DeliverySubject): Payload {
  const repository = repositoryOf(site, subject);
  const suite = toSuite(site, repository, site.state.app.slug, subject.headSha ?? '');
  return { check_suite: { ...suite, pull_requests: [], head_branch: null }, ...common(site, subject) };
}

function mergeGroup(site: Site, subject: DeliverySubject): Payload {
  const repository = repositoryOf(site, subject);
  const base = subject.baseRef ?? repository.defaultBranch;
  const headSha = found(subject.headSha, 'head of the merge group');
  const baseSha = found(repository.git.branchTip(base), `branch ${base}`);
  return {
    merge_group: {
      head_sha: headSha,
      head_ref: `refs/heads/gh-readonly-queue/${base}/pr-${subject.number ?? 1}-${baseSha}`,
      base_sha: baseSha,
      base_ref: `refs/heads/${base}`,
      head_commit: toHeadCommit(headSha, isoTime(site.state)),
    },
    ...common(site, subject),
  };
}

function installation(site: Site, subject: DeliverySubject): Payload {
  const { repository: _, ...rest } = common(site, { sender: 'octo', ...subject });
  return { ...rest, installation: toInstallation(site), repositories: listed(site), requester: null };
}

function installationRepositories(site: Site, subject: DeliverySubject): Payload {
  return {
    ...installation(site, subject),
    repository_selection: 'selected',
    repositories_added: listed(site),
    repositories_removed: [],
  };
}

function common(site: Site, subject: DeliverySubject): Payload {
  const { installationId } = site.state;
  return {
    ...(subject.repository === undefined ? {} : { repository: toRepository(site, repositoryOf(site, subject)) }),
    sender: toUser(site, subject.sender ?? 'ada'),
    installation: { id: installationId, node_id: nodeId('Installation', installationId) },
  };
}

function repositoryOf(site: Site, subject: DeliverySubject): RepositoryState {
  return found(findRepository(site.state, subject.repository ?? ''), `repository ${subject.repository}`);
}

function pullOf(repository: RepositoryState, number: number | undefined): PullState {
  return found(repository.pulls.get(number ?? 0), `pull request ${number}`);
}
