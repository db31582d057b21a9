import { counted, type Finding } from '../../review/index.js';
import { withDecision } from './finding-order.js';

type AdvisoryReason = Extract<Finding['decision'], { state: 'advisory' }>['reason'];

const REASONS: Readonly<Record<AdvisoryReason, string>> = {
  below_minimum_severity: 'below the minimum severity',
  dismissed: 'dismissed by a person',
  resolved: 'called resolved by a person',
};

/** Why one finding is advisory, in plain words. */
export function advisoryReason({ decision }: Finding): string {
  return decision.state === 'advisory' ? REASONS[decision.reason] : '';
}

/** `2 advisory findings below the minimum severity`, `3 advisory findings (2 below the minimum severity, 1 dismissed by a person)`; empty without any. */
export function countAdvisory(findings: readonly Finding[]): string {
  const reasons = withDecision(findings, 'advisory').map(advisoryReason);
  const known = [...new Set(reasons)];
  const words = known.map((reason) => `${reasons.filter((one) => one === reason).length} ${reason}`);
  const why = known.length === 1 ? known.join() : `(${words.join(', ')})`;
  return known.length === 0 ? '' : `${counted(reasons.length, 'advisory finding')} ${why}`;
}
