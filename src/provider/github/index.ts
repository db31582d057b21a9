/** GitHub as a source of changes and as the host of a repository. Reads only, but for a reaction and a reply. */
export { createGithubChangeSource } from './github-change-source.js';
export {
  createGithubClient,
  type GithubClient,
  type GithubResponse,
  githubApiUrl,
  withoutRetries,
} from './github-client.js';
export { createGithubRepositoryHost } from './github-repository-host.js';
export { readPullRequestSettings } from './read-settings-file.js';
