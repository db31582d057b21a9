import { PlumblineError } from '../errors.js';
import type { Intent, PullRequestFacts, Trigger } from '../model/request.js';
import { answerMergeGroup } from './answer-merge-group.js';
import { decideStart } from './decide-start.js';
import type { IntakeWorld } from './intake-world.js';
import { notice, waitingNotice } from './notices.js';
import { readBeginning } from './read-beginning.js';
import { type PullRequestRun, reviewPullRequest } from './review-pull-request.js';
import { runIdOf } from './run-id.js';
import { tellNotice } from './tell-notice.js';
import { tellUnread } from './tell-unread.js';

/** Do what a delivery asks for. Rejects when nothing could be told to anybody; the caller logs that. */
export async function handleIntent(intent: Intent, world: IntakeWorld): Promise<void> {
  switch (intent.kind) {
    case 'stop':
      return world.slots.stop(world.recordOf(intent.pullRequest), { kind: intent.reason });
    case 'merge_group':
      return answerMergeGroup(intent, world);
    case 'review':
      return reviewAll(intent, world);
  }
}

type ReviewIntent = Extract<Intent, { kind: 'review' }>;

/** *Re-run* names only a commit: every open pull request with that head is meant. */
async function reviewAll(intent: ReviewIntent, world: IntakeWorld): Promise<void> {
  if (intent.pullRequest !== null) return consider(intent, intent.pullRequest, world);
  const { headSha } = intent;
  if (headSha === null) return;
  const numbers = await openPullRequestsOf(headSha, world);
  if (numbers instanceof PlumblineError)
    return tellUnread(intent, { what: 'the pull request', error: numbers, pullRequest: null, headSha }, world);
  const failures: unknown[] = [];
  for (const number of numbers) await consider(intent, number, world).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function openPullRequestsOf(headSha: string, { host }: IntakeWorld): Promise<readonly number[] | PlumblineError> {
  try {
    return await host.listOpenPullRequests(headSha, new AbortController().signal);
  } catch (error) {
    if (error instanceof PlumblineError) return error;
    throw error;
  }
}

async function consider(intent: ReviewIntent, pullRequest: number, world: IntakeWorld): Promise<void> {
  const { trigger } = intent;
  const mayCommand = await mayCommandReviews(trigger, world);
  if ('commentId' in trigger && !mayCommand) return refuse(trigger, world);
  if (trigger.kind === 'bad_command') return answerBadCommand(trigger, pullRequest, world);
  const beginning = await readBeginning(pullRequest, world);
  if (beginning.kind === 'unread') {
    const headSha = intent.headSha ?? beginning.facts?.headSha ?? null;
    return tellUnread(intent, { ...beginning, pullRequest, headSha }, world);
  }
  const { facts, settings, problems } = beginning;
  const decision = decideStart({ trigger, facts, settings, mayCommand });
  const run: PullRequestRun = {
    runId: runIdOf(intent.deliveryId, pullRequest),
    facts,
    trigger,
    expectedHeadSha: intent.headSha,
    settings,
    settingsProblems: problems,
  };
  switch (decision.kind) {
    case 'start':
      return start(run, world);
    case 'wait':
      return tellNotice(run, waitingNotice(settings), world);
    case 'skip':
      return tellNotice(run, notice('skipped', decision.title, [decision.line], settings), world);
    case 'ignore':
      return ignore(run, decision.reason, world);
  }
}

/** The permission comes from the provider's API; what cannot be learnt means no. */
async function mayCommandReviews({ actor }: Trigger, { host }: IntakeWorld): Promise<boolean> {
  const permission = await host.readPermission(actor.login, new AbortController().signal);
  return permission === 'write' || permission === 'maintain' || permission === 'admin';
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

async function start(run: PullRequestRun, world: IntakeWorld): Promise<void> {
  const { trigger } = run;
  if (trigger.kind === 'comment') await world.host.react(trigger.commentId, 'eyes');
  world.log.info({ runId: run.runId, pullRequest: run.facts.number, trigger: trigger.kind }, 'review-started');
  const completion = await reviewPullRequest(run, world).catch(async (error: unknown) => {
    // The check could not be written, so the reaction is all that is left to be seen.
    if (trigger.kind === 'comment') await world.host.react(trigger.commentId, 'confused');
    throw error;
  });
  const conclusion = completion.kind === 'report' ? completion.report.conclusion : completion.conclusion;
  world.log.info({ runId: run.runId, pullRequest: run.facts.number, conclusion }, 'review-completed');
  if (trigger.kind === 'comment')
    await world.host.react(trigger.commentId, completion.kind === 'report' ? 'rocket' : 'confused');
}

async function ignore({ facts, trigger }: PullRequestRun, reason: string, { host, log }: IntakeWorld): Promise<void> {
  log.info({ pullRequest: facts.number, trigger: trigger.kind, reason }, 'review-not-started');
  if (trigger.kind === 'comment') await host.reply(facts.number, closedReply(facts));
}

function closedReply(facts: PullRequestFacts): string {
  return facts.isOpen
    ? 'There is nothing to review here.'
    : 'This pull request is closed, so there is nothing to review. Reopen it first.';
}
