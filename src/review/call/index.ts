/** call: one bounded, isolated execution of a reviewer, from its instructions to its answer. */
export type { CallDeps, CallSpec } from './call-spec.js';
export { rememberAnswers } from './remember-answers.js';
export { createRunBudget, type RunBudget } from './run-budget.js';
export { runCall } from './run-call.js';
