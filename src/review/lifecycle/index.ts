/** lifecycle: what a pull request's runs have to do with each other: numbers, baselines, what people said, what is done already. */
export { carryResults, changeDigestOf, type KeptResults, toKeptResults } from './carried-results.js';
export { continueFindings } from './continue-findings.js';
export { dispose, type Saying } from './dispose.js';
export { beginRevision, endRevision, isRunning, isUnderWay } from './revisions.js';
export { findAnswered, findDone } from './same-job.js';
export { toRevisionEnd } from './to-revision-end.js';
