import type { PlumblineError } from '../errors.js';
import type { Intent } from '../model/request.js';
import { DEFAULT_SETTINGS } from '../settings.js';
import type { IntakeWorld } from './intake-world.js';
import { unreadNotice } from './notices.js';
import { runIdOf } from './run-id.js';

/**
 * Tell that a review could not even begin: by a reaction to the comment that asked for it, and by a check where the commit is
 * known. Its name is the default one, because the repository's own may stand in what could not be read.
 */
export async function tellUnread(
  intent: Extract<Intent, { kind: 'review' }>,
  unread: {
    readonly what: string;
    readonly error: PlumblineError;
    readonly pullRequest: number | null;
    readonly headSha: string | null;
  },
  { host, log }: IntakeWorld,
): Promise<void> {
  const { error, headSha, pullRequest, what } = unread;
  const { deliveryId, trigger } = intent;
  log.warn({ pullRequest, code: error.code, ...error.facts }, 'review-not-begun');
  if (trigger.kind === 'comment') await host.react(trigger.commentId, 'confused');
  if (headSha === null) return;
  const runId = pullRequest === null ? `commit-${deliveryId}` : runIdOf(deliveryId, pullRequest);
  const check = host.checkPublisher({ runId, name: DEFAULT_SETTINGS.check_name, pullRequest });
  await check.open({ headSha, isQueued: false });
  await check.complete(unreadNotice(what, error, null));
}
