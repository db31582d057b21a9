import type { PlumblineError } from '../errors.js';
import type { Intent } from '../model/request.js';
import type { Completion, LookAgain } from '../ports/index.js';
import { DEFAULT_SETTINGS } from '../settings.js';
import type { IntakeWorld } from './intake-world.js';
import { unreadNotice } from './notices.js';
import type { PullRequestRun } from './pull-request-run.js';
import { runIdOf } from './run-id.js';

/** Commits remembered; the oldest is forgotten first, and its check then stays as it is. */
const MAX_REMEMBERED = 1_000;

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
  world: IntakeWorld,
): Promise<void> {
  const { host, log } = world;
  const { error, headSha, pullRequest, what } = unread;
  const { deliveryId, trigger } = intent;
  log.warn({ pullRequest, code: error.code, ...error.facts }, 'review-not-begun');
  if (trigger.kind === 'comment') await host.react(trigger.commentId, 'confused');
  if (headSha === null) return;
  const runId = pullRequest === null ? `commit-${deliveryId}` : runIdOf(deliveryId, pullRequest);
  const check = host.checkPublisher({ runId, name: DEFAULT_SETTINGS.check_name, pullRequest });
  await check.open({ headSha, isQueued: false });
  await check.complete(unreadNotice(what, error, null));
  if (pullRequest !== null) remember(keyOf(pullRequest, headSha, world), world.toldUnread);
}

/**
 * After a review whose settings give checks another name: end what was told of the same commit under the default name, which
 * nobody would ever end otherwise.
 */
export async function endToldUnread(
  { facts, runId, settings }: PullRequestRun,
  ended: { readonly headSha: string; readonly completion: Completion; readonly lookAgain: LookAgain | undefined },
  world: IntakeWorld,
): Promise<void> {
  const { completion, headSha, lookAgain } = ended;
  const { check_name: name } = DEFAULT_SETTINGS;
  const wasTold = world.toldUnread.delete(keyOf(facts.number, headSha, world));
  if (!wasTold || settings.check_name === name) return;
  const check = world.host.checkPublisher({ runId: `${runId}-unread`, name, pullRequest: facts.number });
  await check.open({ headSha, isQueued: false });
  // Opening may have been held for long.
  const look = async () => asNotice((await lookAgain?.()) ?? completion);
  await check.complete(await look(), look);
}

function asNotice(completion: Completion): Completion {
  const { conclusion, title } = completion.kind === 'report' ? completion.report : completion;
  const line = 'What could not be read before has been read: the check with the name from the settings has the review.';
  return { kind: 'notice', conclusion, title, lines: [line] };
}

function keyOf(pullRequest: number, headSha: string, { recordOf }: IntakeWorld): string {
  return `${recordOf(pullRequest)}@${headSha}`;
}

function remember(key: string, told: Set<string>): void {
  told.add(key);
  const [oldest] = told;
  if (told.size > MAX_REMEMBERED && oldest !== undefined) told.delete(oldest);
}
