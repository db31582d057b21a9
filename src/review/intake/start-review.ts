import type { StopReason } from '../model/run-stopped.js';
import type { Acceptance, Completion, RunClaim } from '../ports/index.js';
import { heedsStop } from './decide-start.js';
import { isLeft } from './end-of-run.js';
import type { IntakeWorld } from './intake-world.js';
import { hasNothingToDo } from './nothing-to-do.js';
import { endPaused } from './paused-run.js';
import { headOf, type PullRequestRun } from './pull-request-run.js';
import { reviewPullRequest } from './review-pull-request.js';
import { jobKeyOf } from './run-job.js';
import { readStanding } from './standing-conclusion.js';

const STOPPED_REPLY =
  'This pull request was closed just now, so no review was started. Reopen it and comment `/review` to have one.';
const SUPERSEDED_REPLY = 'A newer review of this pull request has begun meanwhile, so this one was not started.';
const COVERED_REPLY =
  'A full review of this pull request is running, and a review of some paths would take its place. Ask again when it has ended.';
const UNREAD_REPLY =
  'What the check of this commit says so far could not be read, and a review of some paths might hide it, so none was started. Ask again later.';

/** Review a pull request from the first reaction to the last, unless it was stopped or is reviewed in full already. */
export async function startReview(run: PullRequestRun, claim: RunClaim, world: IntakeWorld): Promise<void> {
  if (await hasNothingToDo(run, world)) return tellNothingToDo(run, world);
  const acceptance = claim.accept({
    job: jobKeyOf(run, world),
    headSha: headOf(run),
    isNarrowed: isNarrowed(run),
    heeds: (stop) => heedsStop(stop, run),
  });
  switch (acceptance.kind) {
    case 'stopped':
      return tellNotStarted(run, stopWords(acceptance.stop), world);
    case 'joined':
      await reactTo(run, 'eyes', world);
      return world.log.info({ runId: run.runId, pullRequest: run.facts.number }, 'review-joined');
    case 'covered':
      return tellNotStarted(run, { reason: 'a full review is running', reply: COVERED_REPLY }, world);
    case 'accepted':
      return beginReview(run, acceptance.run, world);
  }
}

function stopWords(stop: StopReason): { readonly reason: string; readonly reply: string } {
  const reason = `stopped: ${stop.kind}`;
  if (stop.kind !== 'superseded') return { reason, reply: STOPPED_REPLY };
  return { reason: stop.headSha === null ? reason : `${reason} by ${stop.headSha}`, reply: SUPERSEDED_REPLY };
}

/** Nothing is written but an answer to a comment. */
export async function tellNotStarted(
  { facts, trigger }: PullRequestRun,
  why: { readonly reason: string; readonly reply: string },
  { host, log }: IntakeWorld,
): Promise<void> {
  log.info({ pullRequest: facts.number, trigger: trigger.kind, reason: why.reason }, 'review-not-started');
  if (trigger.kind === 'comment') await host.reply(facts.number, why.reply);
}

async function beginReview(
  run: PullRequestRun,
  runInSlot: Extract<Acceptance, { kind: 'accepted' }>['run'],
  world: IntakeWorld,
): Promise<void> {
  const { trigger } = run;
  const headSha = headOf(run);
  const standing = isNarrowed(run) ? { headSha, conclusion: await readStanding(run, headSha, world) } : null;
  world.signal.throwIfAborted();
  if (standing?.conclusion === 'unknown') {
    await reactTo(run, 'confused', world);
    return tellNotStarted(run, { reason: 'the standing conclusion could not be read', reply: UNREAD_REPLY }, world);
  }
  await reactTo(run, 'eyes', world);
  await endPausedBefore(run, headSha, world);
  world.log.info({ runId: run.runId, pullRequest: run.facts.number, trigger: trigger.kind }, 'review-started');
  const startedAtMs = world.clock.now();
  const completion = await reviewPullRequest(run, { run: runInSlot, standing }, world).catch(async (error: unknown) => {
    // The check could not be written, so the reaction is all that is left to be seen.
    if (!isLeft(error, world)) await reactTo(run, 'confused', world);
    throw error;
  });
  const { conclusion, coverage } = endOf(completion);
  const runMs = world.clock.now() - startedAtMs;
  world.log.info({ runId: run.runId, pullRequest: run.facts.number, conclusion, coverage, runMs }, 'review-completed');
  await reactTo(run, completion.kind === 'report' ? 'rocket' : 'confused', world);
}

/** No model request and no write but the reaction to a comment: the check stands as it is. */
async function tellNothingToDo(run: PullRequestRun, world: IntakeWorld): Promise<void> {
  world.log.info({ runId: run.runId, pullRequest: run.facts.number, trigger: run.trigger.kind }, 'nothing-to-do');
  await reactTo(run, '+1', world);
}

/** A run that is paused gives way to another; not to itself, when it is taken up. */
async function endPausedBefore({ facts, runId }: PullRequestRun, headSha: string, world: IntakeWorld): Promise<void> {
  await endPaused(facts.number, { kind: 'superseded', headSha }, world, runId);
}

function endOf(completion: Completion) {
  if (completion.kind === 'notice') return { conclusion: completion.conclusion, coverage: null };
  const { conclusion, coverage } = completion.report;
  return { conclusion, coverage: coverage.state };
}

/** Only some paths were asked for; whether they are less than the whole change is not known yet. */
function isNarrowed({ trigger }: PullRequestRun): boolean {
  return trigger.kind === 'comment' && trigger.command.paths.length > 0;
}

async function reactTo(
  { trigger }: PullRequestRun,
  reaction: 'eyes' | 'rocket' | 'confused' | '+1',
  { host }: IntakeWorld,
): Promise<void> {
  if (trigger.kind === 'comment') await host.react(trigger.commentId, reaction);
}
