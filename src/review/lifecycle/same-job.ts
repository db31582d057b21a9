import { canonicalJson } from '../digest.js';
import type { ReviewRecord, Revision, RevisionJob } from '../model/record.js';

/** Whether two runs would do the same on the same commits. */
export function isSameJob(one: RevisionJob, other: RevisionJob): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** The same questions, on whatever commits. */
export function isSameQuestion(one: RevisionJob, other: RevisionJob): boolean {
  const nowhere = { headSha: '', mergeBaseSha: null };
  return isSameJob({ ...one, ...nowhere }, { ...other, ...nowhere });
}

/**
 * The revision that makes another run needless, if its merge base still stands: the last one did this job, ended complete and
 * current, and nobody has spoken of a finding since. A partial or failed one is always run again.
 */
export function findDone(record: ReviewRecord, job: RevisionJob): Revision | null {
  const last = record.revisions.at(-1);
  if (last === undefined || !isWellEnded(last) || record.disposedAtMs > last.startedAtMs) return null;
  return isSameJob({ ...last.job, mergeBaseSha: null }, { ...job, mergeBaseSha: null }) ? last : null;
}

/** The newest revision that asked the same and was answered in full: its answers hold for the same change on other commits. */
export function findAnswered(record: ReviewRecord, job: RevisionJob, ownRunId: string): Revision | null {
  const others = record.revisions.filter(({ runId }) => runId !== ownRunId);
  return others.toReversed().find((revision) => isWellEnded(revision) && isSameQuestion(revision.job, job)) ?? null;
}

function isWellEnded({ end }: Revision): boolean {
  return end?.outcome === 'completed' && end.assessment?.isFull === true;
}
