export { createGitChangeSource, type GitChangeSourceOptions } from './git-change-source.js';
export type { GitTargetRequest } from './pin-target.js';
