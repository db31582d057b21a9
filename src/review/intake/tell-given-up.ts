import type { Intent } from '../model/request.js';
import type { IntakeWorld } from './intake-world.js';
import { notice } from './notices.js';
import type { PullRequestRun } from './pull-request-run.js';
import { readBeginning } from './read-beginning.js';
import { createRunChecks } from './run-checks.js';
import { endInRecord } from './run-history.js';
import { runIdOf } from './run-id.js';

const REASONS = {
  'process-ended-too-often': 'Each process of the service that worked on it has ended, three times over.',
  'version-gone': 'The release of the service that began it is gone.',
} as const;

/** End the check of a delivery that nobody works on any longer, so that it does not stay open for ever. */
export async function tellGivenUp(intent: Intent, reason: keyof typeof REASONS, world: IntakeWorld): Promise<void> {
  world.log.error({ deliveryId: intent.deliveryId, reason }, 'delivery-given-up');
  if (intent.kind !== 'review' || intent.pullRequest === null) return;
  const { deliveryId, headSha, pullRequest, trigger } = intent;
  await world.reach();
  const beginning = await readBeginning(pullRequest, world);
  if (beginning.kind === 'unread') throw beginning.error;
  const { facts, problems, settings } = beginning;
  const runId = runIdOf(deliveryId, pullRequest);
  const run: PullRequestRun = {
    intent,
    runId,
    facts,
    trigger,
    expectedHeadSha: headSha,
    settings,
    settingsProblems: problems,
  };
  const lines = [REASONS[reason], 'Comment `/review` to try once more.'];
  const completion = notice('neutral', 'Not reviewed: the review was given up', lines, settings);
  const check = createRunChecks(run, world).current();
  await check.publisher.open({ headSha: await headOfRun(run, world), isQueued: false });
  await check.publisher.complete(completion);
  await endInRecord(run, { completion, stop: null }, world);
  if (trigger.kind === 'comment') await world.host.react(trigger.commentId, 'confused');
}

/** Where its check stands: the head may have moved since. */
async function headOfRun({ facts, runId }: PullRequestRun, { recordOf, records }: IntakeWorld): Promise<string> {
  const { revisions } = await records.read(recordOf(facts.number));
  return revisions.find((revision) => revision.runId === runId)?.job.headSha ?? facts.headSha;
}
