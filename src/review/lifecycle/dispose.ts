import type { Finding } from '../model/finding.js';
import type { Disposition, RecordedFinding, ReviewRecord } from '../model/record.js';
import { identityOf, knownBy } from './known-findings.js';

/** What a person says of findings, by their numbers. */
export type Saying = {
  readonly findings: readonly number[];
  readonly state: Disposition['state'] | 'open';
  readonly by: string;
  readonly why: string | null;
  readonly atMs: number;
};

/** Remember what a person says. `unknown`: numbers that no revision of this record has; then nothing is changed. Pure. */
export function dispose(
  record: ReviewRecord,
  { atMs, by, findings, state, why }: Saying,
): { readonly record: ReviewRecord; readonly unknown: readonly number[] } {
  const said = findings.map((number) => findByNumber(record, number));
  const unknown = findings.filter((_number, index) => said[index] === null);
  if (unknown.length > 0) return { record, unknown };
  const about = said.filter((finding) => finding !== null);
  const identities = new Set(about.map(identityOf));
  const others = record.dispositions.filter((disposition) => !identities.has(identityOf(disposition)));
  const added = about.map(({ fingerprint, groupKey, number }) => ({ number, groupKey, fingerprint, by, why, atMs }));
  const dispositions = state === 'open' ? others : [...others, ...added.map((about) => ({ ...about, state }))];
  return { record: { ...record, dispositions, disposedAtMs: atMs }, unknown };
}

/** What a person said of exactly this finding: the same defect at the same place. Null: it is open. */
export function dispositionOf(
  { dispositions }: Pick<ReviewRecord, 'dispositions'>,
  finding: Pick<Finding, 'groupKey' | 'fingerprint'>,
): Disposition | null {
  return dispositions.find((disposition) => identityOf(disposition) === identityOf(finding)) ?? null;
}

/** The finding with this number as the newest revision knows it. */
function findByNumber({ revisions }: ReviewRecord, wanted: number): RecordedFinding | null {
  const known = revisions.toReversed().flatMap(knownBy);
  return known.find(({ number }) => number === wanted) ?? null;
}
