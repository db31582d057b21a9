import type { Report } from '../../../src/review/model/report.js';
import { aFinding, aWithheldFinding } from './finding.js';
import { aLimitedReport, aReportWith } from './report-cases.js';

const at = (path: string, startLine: number, endLine = startLine) =>
  ({ path, location: { path, side: 'right', startLine, endLine, isNearDeletedCode: false } }) as const;

/** One of everything a reader meets: every decision, several severities, a limited reading, static checks, a notice. */
export function aGoldenReport(): Report {
  const payment = aFinding({
    ...at('src/billing/charge.ts', 88, 89),
    groupKey: 'payment',
    title: 'Retry sends the payment twice',
    body: 'charge() is retried after a time-out, but the first request may have gone through. @octocat wrote #12.',
    evidence: '  return await retry(\n    () => provider.charge(order))',
    trigger: 'the provider answers after 30 s',
    suggestion: 'send one idempotency key for all tries of one order',
  });
  const swallowed = aFinding({
    ...at('src/billing/log.ts', 7),
    id: 'F2',
    groupKey: 'swallowed',
    severity: 'medium',
    rawSeverity: 'medium',
    category: 'error_handling',
    title: 'A failed write is swallowed',
    body: 'The catch is empty, so nobody learns of it.',
    evidence: 'catch {}',
    support: ['oxlint/no-empty'],
  });
  const unplaced = aFinding({
    id: 'F3',
    path: 'src/billing/charge.ts',
    location: null,
    groupKey: 'unplaced',
    severity: 'low',
    rawSeverity: 'low',
    category: 'tests',
    title: 'Nothing tries the time-out',
    body: 'No test lets the provider answer late.',
    evidence: '',
    decision: { state: 'advisory', reason: 'below_minimum_severity' },
  });
  const invented = aWithheldFinding({ path: 'src/billing/charge.ts', title: 'Runs eval', evidence: 'eval(input)' });
  const { coverage } = aLimitedReport();
  return aReportWith([payment, swallowed, unplaced, invented], {
    coverage,
    title: 'Limited: 1 high, 1 medium in 12 of 15 files',
    summary: 'Retries a charge when the provider is slow.',
    remediation: ['Make the charge idempotent.'],
    residualRisk: ['What the provider does with two equal keys.'],
    notices: ['HEAD is 2 commits behind main.'],
    staticChecks: [
      { analyzerId: 'oxlint', version: '1.0.0', checkedPaths: ['src/billing/log.ts'], findings: 1, failure: null },
    ],
    usage: { requests: 2, inputTokens: 18_204, cachedInputTokens: 9_100, outputTokens: 1_022, isEstimated: false },
  });
}
