import { worstConclusion } from '../conclude/index.js';
import type { IntakeWorld } from './intake-world.js';
import { keepStanding } from './keep-standing.js';
import type { notice } from './notices.js';
import { headOf, type PullRequestRun } from './pull-request-run.js';
import { readStanding } from './standing-conclusion.js';

/**
 * A check that needs no review, opened and completed at once. It never hides a worse conclusion that stands on the same
 * commit: then, and while nobody knows what stands, nothing is written. Where GitHub has queued the check again somebody has to
 * end it, so the standing conclusion is repeated, and `action_required` told while it is not known.
 */
export async function tellNotice(
  run: PullRequestRun,
  completion: ReturnType<typeof notice>,
  world: IntakeWorld,
): Promise<void> {
  const { facts, runId, settings, trigger } = run;
  const headSha = headOf(run);
  const standing = await readStanding(run, headSha, world);
  world.signal.throwIfAborted();
  const isOutweighed =
    standing === 'unknown' || (standing !== null && worstConclusion([standing, completion.conclusion]) === standing);
  if (isOutweighed && trigger.kind !== 'rerequested')
    return world.log.info({ runId, pullRequest: facts.number, standing }, 'notice-withheld');
  const check = world.host.checkPublisher({ runId, name: settings.check_name, pullRequest: facts.number });
  await check.open({ headSha, isQueued: false });
  await check.complete(keepStanding(completion, standing));
}
