import { SEVERITIES, type Severity } from '../../model/finding.js';
import { readWord } from './read-values.js';

/** Other scales that reviewers use. */
const OTHER_NAMES: Readonly<Record<string, Severity>> = {
  p0: 'critical',
  p1: 'high',
  p2: 'medium',
  p3: 'low',
  p4: 'info',
  blocker: 'critical',
  major: 'high',
  error: 'high',
  moderate: 'medium',
  warning: 'medium',
  minor: 'low',
  note: 'info',
};

/** Read a severity in any of its spellings. One that cannot be read is low: doubt never raises a severity. */
export function readSeverity(value: unknown): Severity {
  const known = readWord(value, SEVERITIES);
  if (known !== null) return known;
  const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? 'low') : 'low';
}
