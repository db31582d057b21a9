import type { ToolSpec } from '../ports/index.js';
import { GET_FILE_DIFF_TOOL } from './get-file-diff-tool.js';
import { SUBMIT_REVIEW_TOOL } from './submit-review-tool.js';

/** What the primary reviewer may call. */
export const ALL_TOOLS: readonly ToolSpec[] = [GET_FILE_DIFF_TOOL, SUBMIT_REVIEW_TOOL];

/** What is left when there is room for nothing but the answer. */
export const ANSWER_ONLY: readonly ToolSpec[] = [SUBMIT_REVIEW_TOOL];
