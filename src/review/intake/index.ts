export { handleIntent } from './handle-intent.js';
export type { IntakeWorld } from './intake-world.js';
export { pullRequestOfRun } from './run-id.js';
