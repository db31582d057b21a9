import { hasFailingFinding, isFullyReviewed, type Limitation, type Report } from './review/index.js';

const REVIEWED = 0;
const INCOMPLETE = 4;
const FINDINGS = 10;

/**
 * The exit status of a finished review. Findings at or above the threshold come first: they are true however much was read.
 * Whoever asked for no model has what was asked for when the static checks looked at all they cover, and nothing kept its text back.
 */
export function exitStatusOf(report: Report, wish: { readonly isModelWanted: boolean }): number {
  if (hasFailingFinding(report, report.failOn)) return FINDINGS;
  return isFullyReviewed(report) || (!wish.isModelWanted && isWhollyChecked(report)) ? REVIEWED : INCOMPLETE;
}

/** Limits of a run that leave none of its text unseen. */
const HARMLESS: ReadonlySet<Limitation> = new Set<Limitation>([
  'no_model',
  'mutable_workspace',
  'narrowed',
  'instructions_cut',
]);
/** Why a file's text was not to be had. */
const TEXT_MISSING: ReadonlySet<string | null> = new Set(['oversized', 'patch_missing', 'conflicted', 'path_not_utf8']);

function isWhollyChecked({ coverage, freshness, staticChecks, uncheckedPaths }: Report): boolean {
  return (
    coverage.state === 'limited' &&
    freshness === 'current' &&
    staticChecks.length > 0 &&
    uncheckedPaths.length === 0 &&
    coverage.omittedFileCount === 0 &&
    coverage.limitations.every((limitation) => HARMLESS.has(limitation)) &&
    !coverage.rows.some(({ reason }) => TEXT_MISSING.has(reason))
  );
}
