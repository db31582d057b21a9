import type { Finding, WithheldReason } from '../../review/index.js';

const REASONS: Readonly<Record<WithheldReason, readonly [one: string, many: string]>> = {
  quote_not_found: ['quote not found in the change', 'quotes not found in the change'],
  path_not_in_target: ['path not in the change', 'paths not in the change'],
  path_not_read: ['about a file that was not read', 'about files that were not read'],
  suggestion_equals_code: ['suggestion equal to the code', 'suggestions equal to the code'],
  duplicate: ['duplicate', 'duplicates'],
  unreadable: ['broken entry', 'broken entries'],
};

/** Why one finding is withheld, in plain words. */
export function withheldReason({ decision }: Finding): string {
  return decision.state === 'withheld' ? REASONS[decision.reason][0] : '';
}

/** `3 withheld: 2 quotes not found in the change, 1 duplicate`; null when nothing is. */
export function countWithheld(findings: readonly Finding[]): string | null {
  const counts = new Map<WithheldReason, number>();
  for (const { decision } of findings) {
    if (decision.state === 'withheld') counts.set(decision.reason, (counts.get(decision.reason) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...counts].map(([reason, count]) => `${count} ${REASONS[reason][count === 1 ? 0 : 1]}`);
  return `${total} withheld: ${parts.join(', ')}`;
}
