import type { Finding } from '../model/finding.js';
import type { RecordedFinding, ReviewRecord, Revision } from '../model/record.js';

type Identity = Pick<Finding, 'groupKey' | 'fingerprint'>;

/** Equal for the same defect at the same place, as far as quotes can tell. */
export function identityOf({ groupKey, fingerprint }: Identity): string {
  return `${groupKey} ${fingerprint}`;
}

/** The number of a finding that is shown, as its record gave it. */
export function numberOf({ id }: Pick<Finding, 'id'>): number {
  return Number(id.slice(1));
}

/** The newest revision before the run's own that assessed something. */
export function lastAssessed({ revisions }: Pick<ReviewRecord, 'revisions'>, ownRunId: string): Revision | null {
  const own = revisions.findIndex(({ runId }) => runId === ownRunId);
  const before = own === -1 ? revisions : revisions.slice(0, own);
  return before.findLast(({ end }) => end?.assessment && end.assessment.coverage !== 'failed') ?? null;
}

/** What was known of a revision when it ended: what it reported, and what it carried over. */
export function knownBy({ end }: Revision): readonly RecordedFinding[] {
  return end?.assessment ? [...end.assessment.findings, ...end.assessment.carriedOver] : [];
}

/** Each finding with the earlier one that it is: the same at the same place first, then the same elsewhere; each at most once. */
export function matchEarlier<Now extends Identity, Earlier extends Identity>(
  findings: readonly Now[],
  earlier: readonly Earlier[],
): ReadonlyMap<Now, Earlier> {
  const matches = new Map<Now, Earlier>();
  const left = new Set(earlier);
  const match = (keyOf: (finding: Identity) => string) => {
    for (const finding of findings) {
      if (matches.has(finding)) continue;
      const found = [...left].find((candidate) => keyOf(candidate) === keyOf(finding));
      if (found === undefined) continue;
      left.delete(found);
      matches.set(finding, found);
    }
  };
  match(identityOf);
  match(({ groupKey }) => groupKey);
  return matches;
}
