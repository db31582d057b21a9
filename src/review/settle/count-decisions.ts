import type { Accounting, Finding } from '../model/finding.js';

/** Count findings by decision. One finding stands for one candidate, so `candidates` is their sum. */
export function countDecisions(findings: readonly Pick<Finding, 'decision'>[]): Accounting {
  const count = (state: Finding['decision']['state']) =>
    findings.reduce((sum, { decision }) => sum + (decision.state === state ? 1 : 0), 0);
  return {
    candidates: findings.length,
    published: count('published'),
    advisory: count('advisory'),
    withheld: count('withheld'),
  };
}
