import type { Report } from './review/index.js';

const REVIEWED = 0;
const INCOMPLETE = 4;
const FINDINGS = 10;

/**
 * The exit status of a finished review. Findings at or above the threshold come first: they are true however much was read.
 * A workspace whose snapshot still matches counts as reviewed although it is never more than limited.
 */
export function exitStatusOf(report: Report): number {
  if (report.conclusion === 'failure') return FINDINGS;
  return isComplete(report) && report.freshness === 'current' ? REVIEWED : INCOMPLETE;
}

function isComplete({ coverage }: Report): boolean {
  if (coverage.state === 'complete') return true;
  const isOnlyMutable = coverage.limitations.every((limitation) => limitation === 'mutable_workspace');
  const isEveryFileRead = coverage.rows.every((row) => row.state === 'reviewed' || row.isAccepted);
  return coverage.state === 'limited' && isOnlyMutable && isEveryFileRead && coverage.omittedFileCount === 0;
}
