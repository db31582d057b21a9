/** runs: what a person asks of a service's runs and records, from beside it. */
export { type Asked, answerRecord, answerRunTask, RUN_TASKS, type RunTask } from './answer-task.js';
export { openVisit } from './open-visit.js';
