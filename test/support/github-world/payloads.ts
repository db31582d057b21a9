import { suiteFor } from './check-store.js';
import { toApp, toInstallation } from './shapes/app.js';
import { pullsOf, toCheckRun } from './shapes/check-run.js';
import { toComment } from './shapes/comment.js';
import { toMinimalPull, toPullDetail } from './shapes/pull.js';
import { repositoryUrl, toRepository } from './shapes/repository.js';
import { nodeId, type Site } from './shapes/site.js';
import { toNullableUser, toUser } from './shapes/user.js';
import { type CheckRunState, findRepository, isoTime, type PullState, type RepositoryState } from './state.js';

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

function toIssue(site: Site, repository: RepositoryState, number: number): Payload {
  const pull = repository.pulls.get(number);
  const issue = pull ?? found(repository.issues.get(number), `issue ${number}`);
  const url = `${repositoryUrl(site, repository)}/issues/${number}`;
  const place = pull === undefined ? 'issues' : 'pull';
  const web = `${site.webUrl}/${repository.owner}/${repository.name}/${place}/${number}`;
  const pullUrl = `${repositoryUrl(site, repository)}/pulls/${number}`;
  return {
    url,
    repository_url: repositoryUrl(site, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: web,
    id: issue.id,
    node_id: nodeId('Issue', issue.id),
    number,
    title: issue.title,
    user: toNullableUser(site, issue.login),
    labels: [],
    state: pull?.state ?? 'open',
    locked: false,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: [...repository.comments.values()].filter((comment) => comment.issue === number).length,
    created_at: issue.createdAt,
    updated_at: isoTime(site.state),
    closed_at: pull?.closedAt ?? null,
    author_association: 'NONE',
    active_lock_reason: null,
    body: pull?.body ?? null,
    ...(pull === undefined
      ? {}
      : {
          draft: pull.isDraft,
          pull_request: {
            url: pullUrl,
            html_url: web,
            diff_url: `${web}.diff`,
            patch_url: `${web}.patch`,
            merged_at: pull.mergedAt,
          },
        }),
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

function toSuite(site: Site, repository: RepositoryState, appSlug: string, headSha: string): Payload {
  const id = suiteFor(site.state, repository, appSlug, headSha);
  const runs = [...repository.checkRuns.values()].filter((run: CheckRunState) => run.suiteId === id);
  const pulls = pullsOf(repository, headSha);
  const now = isoTime(site.state);
  const url = `${repositoryUrl(site, repository)}/check-suites/${id}`;
  return {
    id,
    node_id: nodeId('CheckSuite', id),
    head_branch: pulls[0]?.headRef ?? null,
    head_sha: headSha,
    status: runs.every((run) => run.status === 'completed') ? 'completed' : 'in_progress',
    conclusion: runs.at(-1)?.conclusion ?? null,
    url,
    before: null,
    after: headSha,
    pull_requests: pulls.map((pull) => toMinimalPull(site, repository, pull)),
    app: toApp(site, appSlug),
    created_at: now,
    updated_at: now,
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-runs`,
    head_commit: toHeadCommit(headSha, now),
  };
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

function listed(site: Site): Payload[] {
  return [...site.state.repositories.values()].map(({ id, owner, name, isPrivate }) => ({
    id,
    node_id: nodeId('Repository', id),
    name,
    full_name: `${owner}/${name}`,
    private: isPrivate,
  }));
}

function common(site: Site, subject: DeliverySubject): Payload {
  const { installationId } = site.state;
  return {
    ...(subject.repository === undefined ? {} : { repository: toRepository(site, repositoryOf(site, subject)) }),
    sender: toUser(site, subject.sender ?? 'ada'),
    installation: { id: installationId, node_id: nodeId('Installation', installationId) },
  };
}

function toHeadCommit(sha: string, timestamp: string): Payload {
  const person = { name: 'Ada', email: 'ada@example.test' };
  return { id: sha, tree_id: sha, message: 'A change', timestamp, author: person, committer: person };
}

function repositoryOf(site: Site, subject: DeliverySubject): RepositoryState {
  return found(findRepository(site.state, subject.repository ?? ''), `repository ${subject.repository}`);
}

function pullOf(repository: RepositoryState, number: number | undefined): PullState {
  return found(repository.pulls.get(number ?? 0), `pull request ${number}`);
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the world has no ${what}`);
  return value;
}
