import type { RepositoryState } from '../state.js';
import { nodeId, type Site } from './site.js';
import { toUser } from './user.js';

const LINKS: Readonly<Record<string, string>> = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
};

/** What a repository, or a fork of it, is called. */
export type RepositoryView = { readonly id: number; readonly owner: string; readonly isFork: boolean };

export function repositoryUrl(site: Site, repository: RepositoryState): string {
  return `${site.apiUrl}/repos/${repository.owner}/${repository.name}`;
}

export function webRepositoryUrl(site: Site, repository: RepositoryState): string {
  return `${site.webUrl}/${repository.owner}/${repository.name}`;
}

/** A repository as it stands inside other answers. `view` shows a fork of it. */
export function toRepository(site: Site, repository: RepositoryState, view?: RepositoryView) {
  const { id, owner, isFork } = view ?? { id: repository.id, owner: repository.owner, isFork: false };
  const fullName = `${owner}/${repository.name}`;
  const url = `${site.apiUrl}/repos/${fullName}`;
  const openIssues = [...repository.pulls.values()].filter((pull) => pull.state === 'open').length;
  return {
    id,
    node_id: nodeId('Repository', id),
    name: repository.name,
    full_name: fullName,
    private: repository.isPrivate,
    owner: toUser(site, owner),
    html_url: `${site.webUrl}/${fullName}`,
    description: null,
    fork: isFork,
    url,
    ...Object.fromEntries(Object.entries(LINKS).map(([name, path]) => [name, `${url}${path}`])),
    git_url: `git://127.0.0.1/${fullName}.git`,
    ssh_url: `git@127.0.0.1:${fullName}.git`,
    clone_url: `${site.webUrl}/${fullName}.git`,
    svn_url: `${site.webUrl}/${fullName}`,
    homepage: null,
    language: null,
    forks_count: 0,
    forks: 0,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    size: 0,
    default_branch: repository.defaultBranch,
    open_issues_count: openIssues,
    open_issues: openIssues,
    is_template: false,
    topics: [],
    has_issues: true,
    has_projects: true,
    has_wiki: true,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    archived: false,
    disabled: false,
    mirror_url: null,
    license: null,
    visibility: repository.isPrivate ? 'private' : 'public',
    web_commit_signoff_required: false,
    custom_properties: {},
    pushed_at: repository.createdAt,
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
  };
}

export function toFullRepository(site: Site, repository: RepositoryState) {
  return {
    ...toRepository(site, repository),
    permissions: { admin: false, maintain: false, push: false, triage: false, pull: true },
    allow_forking: true,
    network_count: 0,
    subscribers_count: 0,
  };
}
