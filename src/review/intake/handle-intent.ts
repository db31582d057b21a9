import { PlumblineError } from '../errors.js';
import type { Intent, PullRequestFacts, RepositoryIntent, Trigger } from '../model/request.js';
import type { RunClaim } from '../ports/index.js';
import { answerMergeGroup } from './answer-merge-group.js';
import { carryOutOrder } from './carry-out-order.js';
import { decideStart } from './decide-start.js';
import type { IntakeWorld } from './intake-world.js';
import { mayCommand } from './may-command.js';
import { notice, waitingNotice } from './notices.js';
import { endPaused } from './paused-run.js';
import type { PullRequestRun } from './pull-request-run.js';
import { readBeginning } from './read-beginning.js';
import { runIdOf } from './run-id.js';
import { startReview, tellNotStarted } from './start-review.js';
import { tellNotice } from './tell-notice.js';
import { tellUnread } from './tell-unread.js';

/**
 * Do what a delivery asks for. Called in the order of the deliveries: before its first wait it takes its place among those of
 * its pull request, or stops those before it. Only a re-run that names a commit takes its places later, when the commit's pull
 * requests are known: what comes for them meanwhile is before it. Rejects when nothing could be told to anybody; the caller logs
 * that.
 */
export async function handleIntent(intent: RepositoryIntent, world: IntakeWorld): Promise<void> {
  switch (intent.kind) {
    case 'stop':
      world.slots.stop(world.recordOf(intent.pullRequest), { kind: intent.reason });
      return endStopped(intent, world);
    case 'order':
      return carryOutOrder(intent, world);
    case 'merge_group':
      return answerMergeGroup(intent, world);
    case 'review':
      return reviewAll(intent, world);
  }
}

async function endStopped(
  { pullRequest, reason }: Extract<Intent, { kind: 'stop' }>,
  world: IntakeWorld,
): Promise<void> {
  await endPaused(pullRequest, { kind: reason }, world);
}

type ReviewIntent = Extract<Intent, { kind: 'review' }>;

/**
 * A re-run of all checks names only a commit, and so may one of a single check: every open pull request with that head is meant,
 * and they are dealt with side by side. Rejects with the first failure when all are dealt with.
 */
async function reviewAll(intent: ReviewIntent, world: IntakeWorld): Promise<void> {
  if (intent.pullRequest !== null) return consider(intent, place(intent.pullRequest, world), world);
  const { headSha } = intent;
  if (headSha === null) return;
  const numbers = await openPullRequestsOf(headSha, world);
  if (numbers instanceof PlumblineError)
    return tellUnread(intent, { what: 'the pull request', error: numbers, pullRequest: null, headSha }, world);
  const places = numbers.map((number) => place(number, world));
  const outcomes = await Promise.allSettled(places.map((taken) => consider(intent, taken, world)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function openPullRequestsOf(
  headSha: string,
  { host, reach, signal }: IntakeWorld,
): Promise<readonly number[] | PlumblineError> {
  await reach();
  try {
    return await host.listOpenPullRequests(headSha, signal);
  } catch (error) {
    if (error instanceof PlumblineError) return error;
    throw error;
  }
}

type TakenPlace = { readonly pullRequest: number; readonly claim: RunClaim };

/** Taken before anything of the pull request is awaited: from now on no stop is missed, however long reading takes. */
function place(pullRequest: number, { recordOf, slots }: IntakeWorld): TakenPlace {
  return { pullRequest, claim: slots.claim(recordOf(pullRequest)) };
}

async function consider(intent: ReviewIntent, taken: TakenPlace, world: IntakeWorld): Promise<void> {
  try {
    await decide(intent, taken, world);
  } finally {
    taken.claim.release();
  }
}

async function decide(intent: ReviewIntent, { claim, pullRequest }: TakenPlace, world: IntakeWorld): Promise<void> {
  const { trigger } = intent;
  await world.reach();
  const isAllowed = await world.inTurn(() => mayCommand(trigger.actor, world));
  // When the process ends first, a permission is unknown for that reason alone, and no check may be opened any more.
  world.signal.throwIfAborted();
  if ('commentId' in trigger && !isAllowed) return refuse(trigger, world);
  if (trigger.kind === 'bad_command') return answerBadCommand(trigger, pullRequest, world);
  const beginning = await world.inTurn(() => readBeginning(pullRequest, world));
  world.signal.throwIfAborted();
  if (beginning.kind === 'unread') {
    const headSha = intent.headSha ?? beginning.facts?.headSha ?? null;
    return tellUnread(intent, { ...beginning, pullRequest, headSha }, world);
  }
  const { facts, settings, problems } = beginning;
  const decision = decideStart({ trigger, facts, settings, mayCommand: isAllowed });
  const run: PullRequestRun = {
    intent,
    runId: runIdOf(intent.deliveryId, pullRequest),
    facts,
    trigger,
    expectedHeadSha: intent.headSha,
    settings,
    settingsProblems: problems,
  };
  switch (decision.kind) {
    case 'start':
      return startReview(run, claim, world);
    case 'wait':
      return tellNotice(run, waitingNotice(settings), world);
    case 'skip':
      return tellNotice(run, notice('skipped', decision.title, [decision.line], settings), world);
    case 'ignore':
      return tellNotStarted(run, { reason: decision.reason, reply: closedReply(facts) }, world);
  }
}

/** Somebody without permission gets a reaction and nothing else. */
async function refuse(
  { actor, commentId, kind }: Extract<Trigger, { readonly commentId: number }>,
  { host, log }: IntakeWorld,
): Promise<void> {
  log.info({ actor: actor.login, trigger: kind }, 'command-refused');
  await host.react(commentId, '-1');
}

async function answerBadCommand(
  trigger: Extract<Trigger, { kind: 'bad_command' }>,
  pullRequest: number,
  { host }: IntakeWorld,
): Promise<void> {
  await host.react(trigger.commentId, 'confused');
  await host.reply(pullRequest, trigger.reply);
}

function closedReply(facts: PullRequestFacts): string {
  return facts.isOpen
    ? 'There is nothing to review here.'
    : 'This pull request is closed, so there is nothing to review. Reopen it first.';
}
