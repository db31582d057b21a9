import type { RecordedFinding, Report } from '../../review/index.js';
import { locationsOf } from './sarif-location.js';
import { messageOf } from './sarif-message.js';
import { fingerprintsOf, LEVELS, ruleOf, sentence } from './sarif-result.js';
import { cleanLine } from './visible-text.js';

/**
 * Findings of the revision before that were looked for and not found, as results that a reader with a baseline needs. They stand
 * where they were in that revision. What was not looked at is none of them: it is not known to be gone.
 */
export function absentResults({ history }: Report, hasSuppressions: boolean, secrets: readonly string[]) {
  return (history?.notObserved ?? []).map((finding) => toAbsentResult(finding, hasSuppressions, secrets));
}

function toAbsentResult(finding: RecordedFinding, hasSuppressions: boolean, secrets: readonly string[]) {
  const { category, number, path, severity, startLine, support = [], title } = finding;
  const lines =
    startLine === null
      ? null
      : ({ path, side: 'right', startLine, endLine: startLine, isNearDeletedCode: false } as const);
  return {
    ...(category === undefined ? {} : ruleOf({ category, support })),
    level: LEVELS[severity],
    message: messageOf(sentence(cleanLine(title, secrets)), secrets),
    locations: locationsOf(path, lines, secrets),
    partialFingerprints: fingerprintsOf(finding),
    baselineState: 'absent',
    ...(hasSuppressions ? { suppressions: [] } : {}),
    properties: { id: `F${number}`, severity },
  };
}
