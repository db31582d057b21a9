import type { Finding, Location } from '../model/finding.js';
import { severityRank } from './severity-rank.js';

type Unnumbered = Omit<Finding, 'id'>;
type Key = string | number;

/** Order of the report: severity, path, line (those without one last), title; then everything else, so that nothing depends on who spoke first. */
export function compareForReport(left: Unnumbered, right: Unnumbered): number {
  return compareKeys([severityRank(left.severity), ...keysOf(left)], [severityRank(right.severity), ...keysOf(right)]);
}

/** Order in which duplicates are looked for: place first, so that the first of a cluster does not depend on severity. */
export function compareForMerge(left: Unnumbered, right: Unnumbered): number {
  return compareKeys(keysOf(left), keysOf(right));
}

export function compareLocations(left: Location, right: Location): number {
  return compareKeys(locationKeys(left.path, left), locationKeys(right.path, right));
}

function keysOf(finding: Unnumbered): readonly Key[] {
  return [
    ...locationKeys(finding.path, finding.location),
    finding.title,
    finding.fingerprint,
    severityRank(finding.severity),
    -finding.confidence,
    finding.decision.reason,
    finding.body,
    finding.evidence,
    finding.trigger ?? '',
    finding.suggestion ?? '',
    JSON.stringify([finding.rule, finding.claims]),
    finding.support.join(' '),
  ];
}

function locationKeys(path: string, location: Location | null): readonly Key[] {
  return [path, location?.startLine ?? Number.POSITIVE_INFINITY, location?.endLine ?? Number.POSITIVE_INFINITY];
}

function compareKeys(left: readonly Key[], right: readonly Key[]): number {
  for (const [index, key] of left.entries()) {
    const other = right[index] ?? '';
    if (key !== other) return key < other ? -1 : 1;
  }
  return 0;
}
