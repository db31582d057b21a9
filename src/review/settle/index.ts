/** settle: every candidate gets a place, an identity and a decision. Nothing is ever dropped, only decided. */
export { countDecisions } from './count-decisions.js';
export { type SettleInput, settle } from './settle.js';
export { isAtLeast, severityRank } from './severity-rank.js';
