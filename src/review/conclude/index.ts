/** conclude: coverage, freshness, verdict, conclusion and the report, derived by code from what really happened. */
export { type ConcludeInput, conclude } from './conclude.js';
export { hasFailingFinding, worstConclusion } from './decide-conclusion.js';
export { isFullyReviewed } from './is-fully-reviewed.js';
