export { eraseKept } from './erase-kept.js';
export { handleIntent } from './handle-intent.js';
export type { IntakeWorld } from './intake-world.js';
export { pullRequestOfRun, runIdOf } from './run-id.js';
export { tellGivenUp } from './tell-given-up.js';
