import { isFullyReviewed } from '../conclude/index.js';
import type { Finding } from '../model/finding.js';
import type { RecordedFinding, RevisionEnd, RevisionOutcome } from '../model/record.js';
import type { Report } from '../model/report.js';
import type { StopReason } from '../model/run-stopped.js';
import type { Completion } from '../ports/index.js';
import { numberOf } from './known-findings.js';

/** How a run ended, as its record keeps it. */
export function toRevisionEnd(completion: Completion, stop: StopReason | null, endedAtMs: number): RevisionEnd {
  if (completion.kind === 'notice') {
    const { conclusion, title } = completion;
    return { outcome: outcomeOf(stop), conclusion, title, assessment: null, endedAtMs };
  }
  const { report } = completion;
  const { conclusion, coverage, title } = report;
  return {
    outcome: stop === null && coverage.state !== 'failed' ? 'completed' : outcomeOf(stop),
    conclusion,
    title,
    // Also of one that failed: what its static checks found has been shown under its numbers.
    assessment: assessmentOf(report),
    endedAtMs,
  };
}

function outcomeOf(stop: StopReason | null): RevisionOutcome {
  if (stop === null) return 'failed';
  return stop.kind === 'superseded' ? 'superseded' : 'cancelled';
}

function assessmentOf(report: Report): RevisionEnd['assessment'] {
  const { coverage, evidence, findings, freshness, history, usage, verdict } = report;
  return {
    verdict,
    coverage: coverage.state,
    freshness,
    isFull: isFullyReviewed(report),
    fingerprint: evidence.fingerprint,
    findings: findings.filter(({ decision }) => decision.state !== 'withheld').map(toRecordedFinding),
    carriedOver: history?.carriedOver ?? [],
    requests: usage.requests,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
  };
}

function toRecordedFinding(finding: Finding): RecordedFinding {
  const { category, fingerprint, groupKey, location, path, severity, support, title } = finding;
  return {
    number: numberOf(finding),
    groupKey,
    fingerprint,
    severity,
    title,
    path,
    startLine: location?.startLine ?? null,
    category,
    support,
  };
}
