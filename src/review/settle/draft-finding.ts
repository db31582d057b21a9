import type { Candidate, Decision, Finding, Severity } from '../model/finding.js';
import type { Anchoring } from './anchor-candidate.js';
import { fingerprintOf, groupKeyOf } from './identity.js';
import { isAtLeast } from './severity-rank.js';

/** A finding with its decision, before it has a number. */
export type Draft = Omit<Finding, 'id'>;

export type DraftPolicy = {
  readonly minimumSeverity: Severity;
  readonly isRule: (file: string, line: number) => boolean;
};

/** Turn one candidate and what was learnt of its place into a finding with a decision. */
export function draftFinding(candidate: Candidate, anchoring: Anchoring, policy: DraftPolicy): Draft {
  const { path, location, quoted, occurrence, withheld } = anchoring;
  const { callId, severity, confidence, category, title, body, evidence, trigger, suggestion, rule, claims } =
    candidate;
  const groupKey = groupKeyOf(path, category, title);
  return {
    fingerprint: fingerprintOf(groupKey, quoted, occurrence),
    groupKey,
    severity,
    rawSeverity: severity,
    confidence,
    category,
    path,
    location,
    title,
    body,
    evidence,
    trigger,
    suggestion,
    rule: rule === null ? null : { ...rule, isVerified: policy.isRule(rule.file, rule.line) },
    claims,
    additionalLocations: [],
    support: [callId],
    verification: { state: 'unverified', confidence: null, note: null },
    decision:
      withheld === null
        ? decideShown({ severity, location }, policy.minimumSeverity)
        : { state: 'withheld', reason: withheld },
    baseline: null,
  };
}

/** Published on its line, published without one, or told as advice only. */
export function decideShown(finding: Pick<Finding, 'severity' | 'location'>, minimumSeverity: Severity): Decision {
  if (!isAtLeast(finding.severity, minimumSeverity)) return { state: 'advisory', reason: 'below_minimum_severity' };
  return { state: 'published', reason: finding.location === null ? 'no_line' : 'anchored' };
}
