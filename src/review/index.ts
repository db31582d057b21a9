/**
 * The face of the core. The words used everywhere, in code, docs and check-run text:
 *
 * - target: what is reviewed: a pull request, a commit range, a commit, the uncommitted work
 * - evidence: what the runtime itself knows of the target: files, status, base and head, completeness
 * - page: a bounded piece of one file's patch, served to a reviewer and charged to the allowance
 * - coverage ledger: one row per changed file, in exactly one state, with a reason
 * - manifest: the immutable plan of a run
 * - call: one bounded, isolated execution of a reviewer
 * - finding: one thing the review says; severity, confidence and verification are three separate dials
 * - candidate: a finding before it has a decision
 * - decision: published, advisory, or withheld, with a reason; withheld is counted and can be shown
 * - coverage: complete, limited, failed: how much of the target was assessed
 * - freshness: current, stale, unknown: whether base and head still are what was reviewed
 * - conclusion: GitHub's word for the end of a check run, verbatim
 */

export { clip, shorten } from './clip.js';
export { hasFailingFinding, isFullyReviewed, worstConclusion } from './conclude/index.js';
export * from './errors.js';
export { eraseKept, handleIntent, type IntakeWorld, pullRequestOfRun, runIdOf, tellGivenUp } from './intake/index.js';
export { keepTrying, retryAtMsOf } from './keep-trying.js';
export * from './limits.js';
export * from './mask-secrets.js';
export * from './model/analysis.js';
export * from './model/call.js';
export * from './model/changed-file.js';
export * from './model/check-buttons.js';
export * from './model/coverage.js';
export * from './model/evidence.js';
export * from './model/finding.js';
export * from './model/manifest.js';
export * from './model/patch.js';
export * from './model/prepared-target.js';
export * from './model/record.js';
export { ownerOf } from './model/record-owner.js';
export * from './model/report.js';
export * from './model/request.js';
export * from './model/run-stopped.js';
export * from './model/target.js';
export * from './model-failure.js';
export { didYouMean, nearestNames } from './nearest-names.js';
export * from './ports/index.js';
export { readSettings, type SettingsReading } from './read-settings.js';
export { previewReview, type ReviewOutcome, type ReviewRun, type ReviewWorld, runReview } from './run-review.js';
export * from './settings.js';
export * from './words.js';
