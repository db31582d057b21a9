import type { Severity } from '../../review/index.js';
import type { FileFinding } from './check.js';

/** Said here again, so that a child process need not load the core. */
const RANKS: Readonly<Record<Severity, number>> = { critical: 0, high: 1, medium: 2, low: 3, info: 4 };

type Weighed = Pick<FileFinding, 'severity' | 'startLine' | 'ruleId'>;

/** The worst of the findings of one file: one of each rule at each line, by severity, then by line. */
export function keepWorst<T extends Weighed>(findings: readonly T[], maxCount: number): T[] {
  const inOrder = findings.toSorted(
    (one, other) => RANKS[one.severity] - RANKS[other.severity] || one.startLine - other.startLine,
  );
  const byPlace = new Map<string, T>();
  for (const finding of inOrder) {
    if (byPlace.size >= maxCount) break;
    const key = `${finding.startLine} ${finding.ruleId}`;
    if (!byPlace.has(key)) byPlace.set(key, finding);
  }
  return [...byPlace.values()];
}
