import { rememberAnswers } from '../call/index.js';
import { PlumblineError } from '../errors.js';
import type { ReviewRecord } from '../model/record.js';
import { RunStopped, type StopReason } from '../model/run-stopped.js';
import type { PinnedTarget } from '../model/target.js';
import type { Acceptance, ChangeSource, CheckPublisher, Completion, LookAgain } from '../ports/index.js';
import { runReview } from '../run-review.js';
import { completionOf, isLeft, isPaused } from './end-of-run.js';
import type { IntakeWorld } from './intake-world.js';
import { isReplacing, keepStanding } from './keep-standing.js';
import { notice } from './notices.js';
import { findOvertaking } from './overtaken.js';
import { keepPaused } from './paused-run.js';
import type { PullRequestRun } from './pull-request-run.js';
import { createRunChecks, type RunCheck } from './run-checks.js';
import { beginInRecord, endInRecord, keepFor, recallFor } from './run-history.js';
import { readStanding, type Standing } from './standing-conclusion.js';
import { endToldUnread } from './tell-unread.js';

/** How a review's check ends. */
type Ending = {
  readonly completion: Completion;
  readonly lookAgain?: LookAgain;
  /** Why it was stopped. */
  readonly stop?: StopReason | null;
};

/**
 * One accepted review from its check run's opening to its completion. Whatever fails on the way, the check is completed, unless
 * the run is left for later: then this rejects with the stop. The writing of checks, which may be held for long, happens outside
 * the place where reviews run.
 */
export async function reviewPullRequest(
  run: PullRequestRun,
  begun: {
    readonly run: Extract<Acceptance, { kind: 'accepted' }>['run'];
    /** What our check says of the head so far, where that was read already. */
    readonly standing: { readonly headSha: string; readonly conclusion: Standing } | null;
  },
  world: IntakeWorld,
): Promise<Completion> {
  const acceptedAtMs = world.clock.now();
  const checks = createRunChecks(run, world);
  const { headSha, publisher } = checks.current();
  await publisher.open({ headSha, isQueued: world.slots.isFull() });
  const source = world.host.changeSource(run.facts.number, run.expectedHeadSha);
  const {
    completion,
    lookAgain,
    stop = null,
  } = await begun
    .run(async (signal): Promise<Ending> => {
      const waitMs = world.clock.now() - acceptedAtMs;
      world.log.info({ runId: run.runId, pullRequest: run.facts.number, waitMs }, 'review-running');
      const target = await source.pin(signal);
      if (target.headSha !== null) checks.follow(target.headSha);
      const record = await beginInRecord(run, target, world);
      const ending = await review(run, { source, target, record, check: checks.current().publisher, signal }, world);
      const overtaking = await findOvertaking(run, world);
      if (overtaking !== null) throw new RunStopped({ kind: 'superseded', ...overtaking });
      return ending;
    })
    .catch((error: unknown) => endWith(error, run, checks.current(), world));
  const check = checks.current();
  let told = await keepWorse(completion);
  const tellAnew =
    lookAgain &&
    (async () => {
      told = await keepWorse(await lookAgain());
      return told;
    });
  await Promise.all([check.publisher.complete(told, tellAnew), checks.replaced()]);
  await endInRecord(run, { completion: told, stop }, world);
  const ended = { headSha: check.headSha, completion: told, lookAgain: tellAnew };
  await endToldUnread(run, ended, world).catch((error: unknown) => {
    // A publisher tells the log itself what it could not write.
    if (!(error instanceof PlumblineError)) throw error;
  });
  return told;

  async function keepWorse(end: Completion): Promise<Completion> {
    if (isReplacing(end)) return end;
    const { headSha: ofSha } = check;
    const known = begun.standing?.headSha === ofSha ? begun.standing.conclusion : readStanding(run, ofSha, world);
    return keepStanding(end, await known);
  }
}

/** How a run ends that did not come to its end. Rejects with the stop when it is left for later. */
async function endWith(error: unknown, run: PullRequestRun, check: RunCheck, world: IntakeWorld): Promise<Ending> {
  const { facts, intent, runId, settings } = run;
  if (isPaused(error)) {
    const paused = { intent, runId: check.id, headSha: check.headSha, checkName: settings.check_name };
    await keepPaused(facts.number, paused, world);
    await check.publisher.leave?.(`Paused by ${error.stop.by}. Comment /review continue to go on.`);
  }
  if (isLeft(error, world)) throw error;
  const stop = error instanceof RunStopped ? error.stop : null;
  return { completion: completionOf(error, runId, settings, world), stop };
}

async function review(
  run: PullRequestRun,
  on: {
    readonly source: ChangeSource;
    readonly target: PinnedTarget;
    readonly record: ReviewRecord;
    readonly check: CheckPublisher;
    readonly signal: AbortSignal;
  },
  world: IntakeWorld,
): Promise<Ending> {
  const command = run.trigger.kind === 'comment' ? run.trigger.command : null;
  const journal = world.journalFor(run.runId);
  const outcome = await runReview(
    {
      runId: run.runId,
      target: on.target,
      record: on.record,
      settings: run.settings,
      settingsProblems: run.settingsProblems,
      ceiling: world.ceiling,
      paths: command?.paths ?? [],
      focus: command?.focus ?? null,
      // Fences are made of it: a run that is taken up again has to ask its questions in the same words.
      runSecret: await journal.once('run-secret', async () => world.newSecret()),
    },
    {
      source: on.source,
      model: world.model && rememberAnswers(world.model, journal),
      analyzers: world.analyzers,
      clock: world.clock,
      log: world.log,
      progress: (phase) => on.check.progress(phase),
      recall: recallFor(run, on.record, world),
      keep: (results) => keepFor(run, results, world),
      signal: on.signal,
      beforeLastLook: async (findings) => on.check.prepare?.(findings),
    },
  );
  on.signal.throwIfAborted();
  if (outcome.kind === 'reviewed') {
    return {
      completion: { kind: 'report', report: outcome.report },
      lookAgain: async () => ({ kind: 'report', report: await outcome.lookAgain() }),
    };
  }
  const line = `There was nothing to read: ${outcome.reason}.`;
  return { completion: notice('neutral', 'Not reviewed: no changed file', [line], run.settings) };
}
