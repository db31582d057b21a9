import type { Report } from '../model/report.js';
import { isCovered, isUnlimited } from './summarize-coverage.js';

/**
 * Whether a report speaks for the whole target as it stands. A workspace is always `limited`, because it can change any
 * moment, and so is a target narrowed to some paths; one that is limited by nothing else, and still matches, counts.
 */
export function isFullyReviewed(report: Pick<Report, 'coverage' | 'freshness' | 'failure' | 'findings'>): boolean {
  const { rows, omittedFileCount, limitations, state } = report.coverage;
  if (report.freshness !== 'current' || state === 'failed') return false;
  if (state === 'complete') return true;
  return (
    rows.every(isCovered) &&
    omittedFileCount === 0 &&
    isUnlimited(limitations, ['mutable_workspace', 'narrowed']) &&
    report.failure === null &&
    report.findings.every(({ decision }) => decision.reason !== 'unreadable')
  );
}
