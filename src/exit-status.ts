import { hasFailingFinding, isFullyReviewed, type Report } from './review/index.js';

const REVIEWED = 0;
const INCOMPLETE = 4;
const FINDINGS = 10;

/** The exit status of a finished review. Findings at or above the threshold come first: they are true however much was read. */
export function exitStatusOf(report: Report): number {
  if (hasFailingFinding(report, report.failOn)) return FINDINGS;
  return isFullyReviewed(report) ? REVIEWED : INCOMPLETE;
}
