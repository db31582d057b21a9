import type { Coverage } from '../model/coverage.js';
import type { Finding } from '../model/finding.js';
import type { RecordedFinding, ReviewRecord } from '../model/record.js';
import type { History } from '../model/report.js';
import { dispositionOf } from './dispose.js';
import { knownBy, lastAssessed, numberOf } from './known-findings.js';

/**
 * What became of the findings that were known before and are not reported now. What was looked at again is not observed any more,
 * which does not make it resolved; what was not looked at is carried over, unless a person has spoken of it. Null for a first
 * revision.
 */
export function compareHistory(
  record: ReviewRecord,
  ownRunId: string,
  now: {
    /** With the numbers of the record. */
    readonly findings: readonly Finding[];
    readonly coverage: Coverage;
    /** Looked at by static checks, where no model read anything. */
    readonly checkedPaths: ReadonlySet<string>;
  },
): History | null {
  const before = lastAssessed(record, ownRunId);
  if (before === null) return null;
  const shown = now.findings.filter(({ decision }) => decision.state !== 'withheld');
  const again = new Set(shown.map(numberOf));
  const gone = knownBy(before).filter(({ number }) => !again.has(number));
  // What a model found, static checks do not look for.
  const isWithoutModel = record.revisions.every(({ job }) => job.modelId === null);
  const isAssessed = createLook(now.coverage, isWithoutModel ? now.checkedPaths : new Set());
  return {
    previousHeadSha: before.job.headSha,
    notObserved: gone.filter(({ path }) => isAssessed(path)),
    carriedOver: gone.filter((finding) => !isAssessed(finding.path) && isOpen(record, finding)),
    dispositions: shown.flatMap((finding) => dispositionOf(record, finding) ?? []),
  };
}

function isOpen(record: ReviewRecord, finding: RecordedFinding): boolean {
  return dispositionOf(record, finding) === null;
}

/** A file that is no longer part of the change has been looked at, unless not all of the change was listed or nothing was read. */
function createLook(coverage: Coverage, checkedPaths: ReadonlySet<string>) {
  const { limitations, omittedFileCount, rows } = coverage;
  const states = new Map(rows.map(({ path, state }) => [path, state]));
  const isListed = coverage.state !== 'failed' && omittedFileCount === 0 && !limitations.includes('narrowed');
  return (path: string): boolean => {
    const state = states.get(path);
    return state === undefined ? isListed : state === 'reviewed' || checkedPaths.has(path);
  };
}
