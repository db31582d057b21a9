/** analyze: static checks over the head's changed files. What they say of added lines joins what reviewers report. */

export { aliasPaths } from './alias-paths.js';
export { analyzeChange } from './analyze-change.js';
export { hideSecrets } from './hide-secrets.js';
