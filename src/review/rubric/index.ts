/** rubric: what a reviewer is told, and what the base revision adds to it. */
export { chooseInstructions } from './choose-instructions.js';
export { instructionCandidates } from './instruction-candidates.js';
export { isRule } from './is-rule.js';
export { PRIMARY_BRIEF } from './primary-brief.js';
export type { InstructionEntry, RepositoryInstructions } from './repository-instructions.js';
export { RUBRIC_VERSION, writeReviewRubric } from './review-rubric.js';
