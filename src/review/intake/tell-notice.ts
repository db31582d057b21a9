import { worstConclusion } from '../conclude/index.js';
import type { IntakeWorld } from './intake-world.js';
import type { notice } from './notices.js';
import type { PullRequestRun } from './review-pull-request.js';
import { standingConclusion } from './standing-conclusion.js';

/**
 * A check that needs no review, opened and completed at once. It never hides a worse conclusion that stands on the same
 * commit: then nothing is written, or the standing one is repeated where GitHub has queued the check again.
 */
export async function tellNotice(
  run: PullRequestRun,
  completion: ReturnType<typeof notice>,
  world: IntakeWorld,
): Promise<void> {
  const { facts, runId, settings, trigger } = run;
  const standing = await standingConclusion(run, world).catch(() => null);
  const isOutweighed = standing !== null && worstConclusion([standing, completion.conclusion]) === standing;
  if (isOutweighed && trigger.kind !== 'rerequested')
    return world.log.info({ runId, pullRequest: facts.number, standing }, 'notice-withheld');
  const check = world.host.checkPublisher({ runId, name: settings.check_name, pullRequest: facts.number });
  await check.open({ headSha: run.expectedHeadSha ?? facts.headSha, isQueued: false });
  await check.complete(
    isOutweighed ? { ...completion, conclusion: standing, title: `As before: ${standing}` } : completion,
  );
}
