/** Globs whose cost is bounded by pattern × path, whatever a repository writes. */
export { createGlobSet, isReasonableGlob, MAX_GLOB_VARIANTS } from './glob-set.js';
export { compileGitGlob } from './path-glob.js';
