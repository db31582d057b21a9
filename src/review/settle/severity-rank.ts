import { SEVERITIES, type Severity } from '../model/finding.js';

/** Place in the order of severities: 0 is `critical`, the worst. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** Whether `severity` is `threshold` or worse. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return severityRank(severity) <= severityRank(threshold);
}
