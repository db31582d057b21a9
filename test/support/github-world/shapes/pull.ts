import type { PullSize, PullState, RepositoryState } from '../state.js';
import { repositoryUrl, toRepository, webRepositoryUrl } from './repository.js';
import { nodeId, type Site } from './site.js';
import { toNullableUser, toUser, userId } from './user.js';

/** A pull request as a listing shows it, and as the base of every other form. */
export function toSimplePull(site: Site, repository: RepositoryState, pull: PullState, headSha = pull.headSha) {
  const url = `${repositoryUrl(site, repository)}/pulls/${pull.number}`;
  const issueUrl = `${repositoryUrl(site, repository)}/issues/${pull.number}`;
  const web = `${webRepositoryUrl(site, repository)}/pull/${pull.number}`;
  const statusesUrl = `${repositoryUrl(site, repository)}/statuses/${headSha}`;
  return {
    url,
    id: pull.id,
    node_id: nodeId('PullRequest', pull.id),
    html_url: web,
    diff_url: `${web}.diff`,
    patch_url: `${web}.patch`,
    issue_url: issueUrl,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${repositoryUrl(site, repository)}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statusesUrl,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: toNullableUser(site, pull.login),
    body: pull.body,
    labels: pull.labels.map((name) => toLabel(site, repository, name)),
    milestone: null,
    active_lock_reason: null,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: null,
    assignee: null,
    assignees: [],
    requested_reviewers: pull.requestedReviewers.map((login) => toUser(site, login)),
    requested_teams: [],
    head: toHead(site, repository, pull, headSha),
    base: toBase(site, repository, pull),
    _links: toLinks({ url, issueUrl, web, statusesUrl }),
    author_association: pull.login === repository.owner ? 'OWNER' : 'CONTRIBUTOR',
    auto_merge: null,
    draft: pull.isDraft,
  };
}

/** The detail: everything of the listing plus the numbers. */
export function toPullDetail(
  site: Site,
  repository: RepositoryState,
  pull: PullState,
  size: PullSize = pull.size,
  headSha = pull.headSha,
) {
  const isUnknown = pull.mergeableState === 'unknown';
  return {
    ...toSimplePull(site, repository, pull, headSha),
    merged: pull.mergedAt !== null,
    mergeable: isUnknown ? null : pull.mergeableState !== 'dirty',
    rebaseable: isUnknown ? null : pull.mergeableState !== 'dirty',
    mergeable_state: pull.mergeableState,
    merged_by: pull.mergedAt === null ? null : toUser(site, repository.owner),
    comments: [...repository.comments.values()].filter((comment) => comment.issue === pull.number).length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: size.commits,
    additions: size.additions,
    deletions: size.deletions,
    changed_files: size.changedFiles,
  };
}

/** How check runs and suites name a pull request. */
export function toMinimalPull(site: Site, repository: RepositoryState, pull: PullState) {
  const repo = { id: repository.id, url: repositoryUrl(site, repository), name: repository.name };
  return {
    url: `${repositoryUrl(site, repository)}/pulls/${pull.number}`,
    id: pull.id,
    number: pull.number,
    head: { ref: pull.headRef, sha: pull.headSha, repo },
    base: { ref: pull.baseRef, sha: pull.baseSha, repo },
  };
}

export function toLabel(site: Site, repository: RepositoryState, name: string) {
  const id = userId(site.state, `label:${name}`);
  return {
    id,
    node_id: nodeId('Label', id),
    url: `${repositoryUrl(site, repository)}/labels/${encodeURIComponent(name)}`,
    name,
    color: 'ededed',
    default: false,
    description: '',
  };
}

function toHead(site: Site, repository: RepositoryState, pull: PullState, sha: string) {
  const repo = pull.headRepo === null ? null : toRepository(site, repository, pull.headRepo);
  return {
    label: `${pull.headOwner}:${pull.headRef}`,
    ref: pull.headRef,
    sha,
    user: pull.headRepo === null ? null : toUser(site, pull.headOwner),
    repo,
  };
}

function toBase(site: Site, repository: RepositoryState, pull: PullState) {
  return {
    label: `${repository.owner}:${pull.baseRef}`,
    ref: pull.baseRef,
    sha: pull.baseSha,
    user: toUser(site, repository.owner),
    repo: toRepository(site, repository),
  };
}

function toLinks(urls: { url: string; issueUrl: string; web: string; statusesUrl: string }) {
  return {
    self: { href: urls.url },
    html: { href: urls.web },
    issue: { href: urls.issueUrl },
    comments: { href: `${urls.issueUrl}/comments` },
    review_comments: { href: `${urls.url}/comments` },
    review_comment: { href: `${urls.url.replace(/\/\d+$/, '')}/comments{/number}` },
    commits: { href: `${urls.url}/commits` },
    statuses: { href: urls.statusesUrl },
  };
}
