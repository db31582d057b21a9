import type { IntakeWorld } from './intake-world.js';
import type { PullRequestRun } from './pull-request-run.js';

/**
 * The head of a run of this pull request that has begun since and takes this one's place, in whichever process; null when there is
 * none. A narrowed run takes no full one's place. Asked before a check is completed.
 */
export async function findOvertaking(
  { facts, runId }: PullRequestRun,
  { recordOf, records }: IntakeWorld,
): Promise<{ readonly headSha: string } | null> {
  const { revisions } = await records.read(recordOf(facts.number));
  const own = revisions.find((revision) => revision.runId === runId);
  if (own === undefined) return null;
  const isNarrowed = own.job.paths.length > 0;
  const newer = revisions.find(({ job, number }) => number > own.number && (isNarrowed || job.paths.length === 0));
  return newer === undefined ? null : { headSha: newer.job.headSha };
}
