import type { ReviewRecord, Revision, RevisionEnd } from '../model/record.js';
import { knownBy } from './known-findings.js';

/** Enough to know every finding again that is still talked about; a record must not grow for ever. */
const MAX_REVISIONS = 50;

/** Begin a revision; a run that is taken up again goes on with its own. Pure. */
export function beginRevision(record: ReviewRecord, start: Omit<Revision, 'number' | 'end'>): ReviewRecord {
  if (record.revisions.some(({ runId }) => runId === start.runId)) return record;
  const number = (record.revisions.at(-1)?.number ?? 0) + 1;
  return { ...record, revisions: [...record.revisions, { ...start, number, end: null }].slice(-MAX_REVISIONS) };
}

/** Say how a revision ended, once: a second end changes nothing. Pure. */
export function endRevision(record: ReviewRecord, runId: string, end: RevisionEnd): ReviewRecord {
  const revisions = record.revisions.map((revision) =>
    revision.runId === runId && revision.end === null ? { ...revision, end } : revision,
  );
  const numbers = revisions.flatMap(knownBy).map(({ number }) => number);
  return { ...record, revisions, nextFindingNumber: Math.max(record.nextFindingNumber, ...numbers.map((n) => n + 1)) };
}

/** The last run has not ended: it runs, in whichever process, or a person has paused it. Pure. */
export function isUnderWay({ revisions }: ReviewRecord): boolean {
  return revisions.at(-1)?.end === null;
}

/** The last run runs, in whichever process. Pure. */
export function isRunning(record: ReviewRecord): boolean {
  return isUnderWay(record) && record.paused === null;
}
