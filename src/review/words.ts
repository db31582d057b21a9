import type { StaticCheck } from './model/analysis.js';
import type { Coverage } from './model/coverage.js';
import { type Finding, SEVERITIES } from './model/finding.js';

/** `18204` as `18,204`. */
export function formatNumber(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 file`, `12 files`. Pass the plural where it is not the word with an `s`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** `1 high, 2 medium`, worst first; `none` when there is nothing. */
export function countSeverities(findings: readonly Pick<Finding, 'severity'>[], none = 'no findings'): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  })).filter(({ count }) => count > 0);
  return counts.length === 0 ? none : counts.map(({ severity, count }) => `${count} ${severity}`).join(', ');
}

/** `12 of 14 files`: looked at by a static check at least, of all that are known to have changed. */
export function filesChecked(
  { rows, omittedFileCount }: Pick<Coverage, 'rows' | 'omittedFileCount'>,
  checks: readonly Pick<StaticCheck, 'checkedPaths'>[],
): string {
  const checked = new Set(checks.flatMap(({ checkedPaths }) => checkedPaths));
  return `${formatNumber(checked.size)} of ${counted(rows.length + omittedFileCount, 'file')}`;
}

/** `12 of 14 files`: read whole, of all that are known to have changed. */
export function filesRead({ rows, omittedFileCount }: Pick<Coverage, 'rows' | 'omittedFileCount'>): string {
  const read = rows.filter(({ state }) => state === 'reviewed').length;
  return `${formatNumber(read)} of ${counted(rows.length + omittedFileCount, 'file')}`;
}
