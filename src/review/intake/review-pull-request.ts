import { rememberAnswers } from '../call/index.js';
import { PlumblineError } from '../errors.js';
import { maskSecrets } from '../mask-secrets.js';
import type { PullRequestFacts, Trigger } from '../model/request.js';
import { RunStopped } from '../model/run-stopped.js';
import type { PinnedTarget } from '../model/target.js';
import type { Acceptance, ChangeSource, CheckPublisher, Completion, LookAgain } from '../ports/index.js';
import { runReview } from '../run-review.js';
import type { Settings } from '../settings.js';
import type { IntakeWorld } from './intake-world.js';
import { isReplacing, keepStanding } from './keep-standing.js';
import { notice, stoppedNotice, unreadNotice } from './notices.js';
import { readStanding, type Standing } from './standing-conclusion.js';
import { endToldUnread } from './tell-unread.js';

export type PullRequestRun = {
  readonly runId: string;
  readonly facts: PullRequestFacts;
  readonly trigger: Trigger;
  /** The head the delivery spoke of; null when it spoke of none. The provider may still show an older one. */
  readonly expectedHeadSha: string | null;
  readonly settings: Settings;
  readonly settingsProblems: readonly string[];
};

/** How a review's check ends. */
type Ending = { readonly completion: Completion; readonly lookAgain?: LookAgain };

/**
 * One accepted review from its check run's opening to its completion. Whatever fails on the way, the check is completed. The
 * writing of checks, which may be held for long, happens outside the place where reviews run.
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
  const { facts, runId, settings } = run;
  const headSha = headOf(run);
  const source = world.host.changeSource(facts.number, run.expectedHeadSha);
  const first = checkFor(runId, run, world);
  await first.open({ headSha, isQueued: world.slots.isFull() });
  let check = first;
  let analysed = headSha;
  let replaced = Promise.resolve();
  const { completion, lookAgain } = await begun
    .run(async (signal): Promise<Ending> => {
      const target = await source.pin(signal);
      if (target.headSha !== null && target.headSha !== headSha) {
        replaced = endReplaced(first, target.headSha, settings);
        check = openNext(target.headSha, run, world);
        analysed = target.headSha;
      }
      return review(run, { source, target, check, signal }, world);
    })
    .catch((error: unknown): Ending => {
      if (isLeft(error, world)) throw error;
      return { completion: completionOf(error, runId, settings, world) };
    });
  let told = await keepWorse(completion, analysed);
  const tellAnew =
    lookAgain &&
    (async () => {
      told = await keepWorse(await lookAgain(), analysed);
      return told;
    });
  await Promise.all([check.complete(told, tellAnew), replaced]);
  await endToldUnread(run, { headSha: analysed, completion: told, lookAgain: tellAnew }, world).catch(
    (error: unknown) => {
      // A publisher tells the log itself what it could not write.
      if (!(error instanceof PlumblineError)) throw error;
    },
  );
  return told;

  async function keepWorse(end: Completion, ofSha: string): Promise<Completion> {
    if (isReplacing(end)) return end;
    const known = begun.standing?.headSha === ofSha ? begun.standing.conclusion : readStanding(run, ofSha, world);
    return keepStanding(end, await known);
  }
}

/** The head a run is asked to review: the provider may still show an older one. */
export function headOf({ expectedHeadSha, facts }: PullRequestRun): string {
  return expectedHeadSha ?? facts.headSha;
}

/** A check belongs to the commit that is analysed: one for an older head says so. That it cannot be written stops no review. */
async function endReplaced(check: CheckPublisher, headSha: string, settings: Settings): Promise<void> {
  await check.complete(stoppedNotice({ kind: 'superseded', headSha }, settings)).catch(ignoreTold);
}

/** The check that takes over, open or still to be opened: from here on it is the one to complete, also when opening it fails. */
function openNext(headSha: string, run: PullRequestRun, world: IntakeWorld): CheckPublisher {
  const check = checkFor(`${run.runId}-${headSha.slice(0, 7)}`, run, world);
  check.open({ headSha, isQueued: false }).catch(ignoreTold);
  return check;
}

/** A publisher tells the log itself what it could not write, and `complete` opens once more. */
function ignoreTold(): void {}

function checkFor(id: string, { facts, settings }: PullRequestRun, { host }: IntakeWorld): CheckPublisher {
  return host.checkPublisher({ runId: id, name: settings.check_name, pullRequest: facts.number });
}

async function review(
  run: PullRequestRun,
  on: {
    readonly source: ChangeSource;
    readonly target: PinnedTarget;
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

/** The process ends, and another one goes on with this run in the same check. */
export function isLeft(error: unknown, { isDurable }: IntakeWorld): boolean {
  return isDurable && error instanceof RunStopped && error.stop.kind === 'shutdown';
}

/** What a failed run says: a stop by its reason, a known error in its own words, anything else without its insides. */
function completionOf(error: unknown, runId: string, settings: Settings, { log }: IntakeWorld): Completion {
  if (error instanceof RunStopped) return stoppedNotice(error.stop, settings);
  if (error instanceof PlumblineError) {
    log.warn({ runId, code: error.code, ...error.facts }, 'review-failed');
    return unreadNotice('the change', error, settings);
  }
  log.error(
    { runId, reason: maskSecrets(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown') },
    'review-crashed',
  );
  return notice(
    'neutral',
    'Not reviewed: an internal error',
    [`Nothing was concluded. The operator finds more in the log under run ${runId}.`],
    settings,
  );
}
