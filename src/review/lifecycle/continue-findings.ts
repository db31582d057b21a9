import type { Baseline, Finding } from '../model/finding.js';
import type { RecordedFinding, ReviewRecord } from '../model/record.js';
import { dispositionOf } from './dispose.js';
import { identityOf, knownBy, lastAssessed, matchEarlier } from './known-findings.js';

/**
 * The findings of a run as those of its record: numbered once for all, compared with the revision before, and as a person left
 * them. Withheld ones stay as they are. Pure; the order stays.
 */
export function continueFindings(
  record: ReviewRecord,
  ownRunId: string,
  findings: readonly Finding[],
): readonly Finding[] {
  const shown = findings.filter(({ decision }) => decision.state !== 'withheld');
  const numbers = numberFindings(record, ownRunId, shown);
  const before = lastAssessed(record, ownRunId);
  const earlier = before && new Map(knownBy(before).map((finding) => [finding.number, finding]));
  return findings.map((finding) => {
    const number = numbers.get(finding);
    if (number === undefined) return finding;
    const baseline = earlier && baselineOf(finding, earlier.get(number));
    return asDisposed({ ...finding, id: `F${number}`, baseline }, record);
  });
}

function baselineOf(finding: Finding, earlier: RecordedFinding | undefined): Baseline {
  if (earlier === undefined) return 'new';
  return identityOf(earlier) === identityOf(finding) ? 'repeated' : 'changed';
}

/** A finding keeps the number under which anybody of this record has seen it; a new one gets the next. */
function numberFindings(
  record: ReviewRecord,
  ownRunId: string,
  shown: readonly Finding[],
): ReadonlyMap<Finding, number> {
  const others = record.revisions.filter(({ runId }) => runId !== ownRunId);
  // The newest name of a defect is the one that people know.
  const known = uniqueNumbers(others.toReversed().flatMap(knownBy));
  const matches = matchEarlier(shown, known);
  let next = record.nextFindingNumber;
  return new Map(
    shown.map((finding) => {
      const number = matches.get(finding)?.number ?? next;
      if (number === next) next += 1;
      return [finding, number];
    }),
  );
}

function uniqueNumbers(findings: readonly RecordedFinding[]): readonly RecordedFinding[] {
  const seen = new Set<number>();
  return findings.filter(({ number }) => !seen.has(number) && seen.add(number));
}

/** What a person has dismissed or resolved, and which is still there as it was, is told as that and decides nothing. */
function asDisposed(finding: Finding, record: ReviewRecord): Finding {
  const disposition = dispositionOf(record, finding);
  if (disposition === null || finding.decision.state !== 'published') return finding;
  return { ...finding, decision: { state: 'advisory', reason: disposition.state } };
}
