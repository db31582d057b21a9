import { hasFailingFinding, isFullyReviewed, type Report } from './review/index.js';

const REVIEWED = 0;
const INCOMPLETE = 4;
const FINDINGS = 10;

/**
 * The exit status of a finished review. Findings at or above the threshold come first: they are true however much was read.
 * Whoever asked for no model has what was asked for when the static checks looked at all they cover.
 */
export function exitStatusOf(report: Report, wish: { readonly isModelWanted: boolean }): number {
  if (hasFailingFinding(report, report.failOn)) return FINDINGS;
  return isFullyReviewed(report) || (!wish.isModelWanted && isWhollyChecked(report)) ? REVIEWED : INCOMPLETE;
}

function isWhollyChecked({ coverage, freshness, staticChecks }: Report): boolean {
  const areWhole = staticChecks.length > 0 && staticChecks.every(({ failure }) => failure === null);
  return areWhole && coverage.state === 'limited' && freshness === 'current';
}
