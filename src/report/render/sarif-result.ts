import type { Baseline, Finding, Severity } from '../../review/index.js';
import { advisoryReason } from './advisory-words.js';
import { findingText } from './finding-text.js';
import { locationsOf, relatedLocations } from './sarif-location.js';
import { messageOf } from './sarif-message.js';
import { ruleId, ruleIndex } from './sarif-rules.js';
import { cleanLine, cleanText } from './visible-text.js';
import { withheldReason } from './withheld-words.js';

/** Severity in the words of SARIF. */
export const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

/** The words of SARIF 2.1.0, 3.27.24. */
const BASELINES: Readonly<Record<Baseline, 'new' | 'unchanged' | 'updated'>> = {
  new: 'new',
  repeated: 'unchanged',
  changed: 'updated',
};

/** Viewers show the first sentence where room is short, so the title is made one. */
export function sentence(title: string): string {
  return title === '' || /[.!?…]$/.test(title) ? title : `${title}.`;
}

function wordsOf(finding: Finding, secrets: readonly string[]): string {
  const parts = [sentence(cleanLine(finding.title, secrets)), findingText(finding, secrets)];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What a static check alone says goes by the name of its rule, so that viewers can filter and dismiss by it. */
export function ruleOf({ category, support }: Pick<Finding, 'category' | 'support'>) {
  const [rule, ...others] = support;
  if (others.length === 0 && rule?.startsWith('static:') === true) return { ruleId: rule.slice('static:'.length) };
  return { ruleId: ruleId(category), ruleIndex: ruleIndex(category) };
}

/** Equal in every log for the same defect at the same place, and for the same defect. */
export function fingerprintsOf({ fingerprint, groupKey }: Pick<Finding, 'fingerprint' | 'groupKey'>) {
  return { 'plumblineFinding/v1': fingerprint, 'plumblineGroup/v1': groupKey };
}

/** What only a reader of Plumbline's own fields needs. `rule` is the repository's rule that a reviewer named. */
function propertiesOf(finding: Finding, secrets: readonly string[]) {
  const { verification, decision, rule } = finding;
  const shown = (text: string | null) => (text === null ? null : cleanText(text, secrets));
  return {
    id: finding.id,
    severity: finding.severity,
    reportedSeverity: finding.rawSeverity,
    confidence: finding.confidence,
    verification: { state: verification.state, confidence: verification.confidence, note: shown(verification.note) },
    decision: { state: decision.state, reason: decision.reason },
    quote: shown(finding.evidence),
    trigger: shown(finding.trigger),
    suggestion: shown(finding.suggestion),
    rule: rule === null ? null : { file: shown(rule.file), line: rule.line, isVerified: rule.isVerified },
  };
}

/** An empty list says that a result is not suppressed; without the list nobody knows. */
function suppressionsOf(finding: Finding) {
  const { state } = finding.decision;
  if (state === 'published') return [];
  const justification =
    state === 'advisory' ? `Advisory: ${advisoryReason(finding)}.` : `Withheld: ${withheldReason(finding)}.`;
  return [{ kind: 'external', status: 'accepted', justification }];
}

/**
 * One finding as a result. There is no `fixes`: a suggestion may be words, and nothing says that it replaces exactly its
 * lines. There is no `baselineState` where no earlier revision is known, and no `rank`, which would be an invented score.
 */
export function toResult(finding: Finding, hasSuppressions: boolean, secrets: readonly string[]) {
  const { location, path, severity } = finding;
  const related = relatedLocations(finding, secrets);
  return {
    ...ruleOf(finding),
    level: LEVELS[severity],
    message: messageOf(wordsOf(finding, secrets), secrets),
    locations: locationsOf(location?.path ?? path, location, secrets),
    ...(related.length === 0 ? {} : { relatedLocations: related }),
    partialFingerprints: fingerprintsOf(finding),
    ...(finding.baseline === null ? {} : { baselineState: BASELINES[finding.baseline] }),
    ...(hasSuppressions ? { suppressions: suppressionsOf(finding) } : {}),
    properties: propertiesOf(finding, secrets),
  };
}
