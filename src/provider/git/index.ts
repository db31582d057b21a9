export { createGitChangeSource, type GitChangeSourceOptions } from './git-change-source.js';
export { findBranches, findWorkTree, readGitVersion } from './inspect-git.js';
export type { GitTargetRequest } from './pin-target.js';
