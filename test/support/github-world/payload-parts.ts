import { suiteFor } from './check-store.js';
import { toApp } from './shapes/app.js';
import { pullsOf } from './shapes/check-run.js';
import { toMinimalPull } from './shapes/pull.js';
import { repositoryUrl } from './shapes/repository.js';
import { nodeId, type Site } from './shapes/site.js';
import { toNullableUser } from './shapes/user.js';
import { isoTime, type RepositoryState } from './state.js';

type Payload = Record<string, unknown>;

export function toIssue(site: Site, repository: RepositoryState, number: number): Payload {
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

export function toSuite(site: Site, repository: RepositoryState, appSlug: string, headSha: string): Payload {
  const id = suiteFor(site.state, repository, appSlug, headSha);
  const runs = [...repository.checkRuns.values()].filter((run) => run.suiteId === id);
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

export function listed(site: Site): Payload[] {
  return [...site.state.repositories.values()].map(({ id, owner, name, isPrivate }) => ({
    id,
    node_id: nodeId('Repository', id),
    name,
    full_name: `${owner}/${name}`,
    private: isPrivate,
  }));
}

export function toHeadCommit(sha: string, timestamp: string): Payload {
  const person = { name: 'Ada', email: 'ada@example.test' };
  return { id: sha, tree_id: sha, message: 'A change', timestamp, author: person, committer: person };
}

export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the world has no ${what}`);
  return value;
}
