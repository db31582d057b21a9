import type { CommitInfo } from '../git-parse.js';
import type { RepositoryState } from '../state.js';
import { repositoryUrl, webRepositoryUrl } from './repository.js';
import { nodeId, type Site } from './site.js';

/** A commit. Authors of the world's commits have no account, so `author` is null, as for many real ones. */
export function toCommit(site: Site, repository: RepositoryState, commit: CommitInfo) {
  const url = repositoryUrl(site, repository);
  const web = webRepositoryUrl(site, repository);
  const person = { name: commit.author, email: commit.email, date: commit.date };
  return {
    sha: commit.sha,
    node_id: nodeId('Commit', Number.parseInt(commit.sha.slice(0, 8), 16)),
    commit: {
      author: person,
      committer: person,
      message: commit.message,
      tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
      url: `${url}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
    },
    url: `${url}/commits/${commit.sha}`,
    html_url: `${web}/commit/${commit.sha}`,
    comments_url: `${url}/commits/${commit.sha}/comments`,
    author: null,
    committer: null,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${url}/commits/${sha}`,
      html_url: `${web}/commit/${sha}`,
    })),
  };
}
