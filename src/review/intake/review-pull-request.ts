import { PlumblineError } from '../errors.js';
import { maskSecrets } from '../mask-secrets.js';
import type { PullRequestFacts, Trigger } from '../model/request.js';
import { RunStopped } from '../model/run-stopped.js';
import type { PinnedTarget } from '../model/target.js';
import type { ChangeSource, CheckPublisher, Completion } from '../ports.js';
import { runReview } from '../run-review.js';
import type { Settings } from '../settings.js';
import type { IntakeWorld } from './intake-world.js';
import { notice, stoppedNotice, unreadNotice } from './notices.js';

export type PullRequestRun = {
  readonly runId: string;
  readonly facts: PullRequestFacts;
  readonly trigger: Trigger;
  /** The head the delivery spoke of; null when it spoke of none. The provider may still show an older one. */
  readonly expectedHeadSha: string | null;
  readonly settings: Settings;
  readonly settingsProblems: readonly string[];
};

/** One accepted review from its check run's opening to its completion. Whatever fails on the way, the check is completed. */
export async function reviewPullRequest(run: PullRequestRun, world: IntakeWorld): Promise<Completion> {
  const { facts, runId, settings } = run;
  const record = world.recordOf(facts.number);
  const headSha = run.expectedHeadSha ?? facts.headSha;
  const source = world.host.changeSource(facts.number, run.expectedHeadSha);
  const first = checkFor(runId, run, world);
  await first.open({ headSha, isQueued: world.slots.isFull() });
  let check = first;
  const completion = await world.slots
    .run(record, headSha, async (signal) => {
      const target = await source.pin(signal);
      const next = await followHead(first, headSha, target, run, world);
      if (next !== null) {
        // From here on this check is the one to complete, also when opening it fails.
        check = next.check;
        await check.open({ headSha: next.headSha, isQueued: false });
      }
      return review(run, { source, target, check, signal }, world);
    })
    .catch((error: unknown) => completionOf(error, runId, settings, world));
  await check.complete(completion);
  return completion;
}

/** The check belongs to the commit that is analysed: when the head is another one by now, its check, still to be opened, takes over. */
async function followHead(
  check: CheckPublisher,
  openedFor: string,
  target: PinnedTarget,
  run: PullRequestRun,
  world: IntakeWorld,
): Promise<{ readonly check: CheckPublisher; readonly headSha: string } | null> {
  if (target.headSha === null || target.headSha === openedFor) return null;
  await check.complete(stoppedNotice({ kind: 'superseded', headSha: target.headSha }, run.settings));
  return { check: checkFor(`${run.runId}-${target.headSha.slice(0, 7)}`, run, world), headSha: target.headSha };
}

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
): Promise<Completion> {
  const command = run.trigger.kind === 'comment' ? run.trigger.command : null;
  const outcome = await runReview(
    {
      runId: run.runId,
      target: on.target,
      settings: run.settings,
      settingsProblems: run.settingsProblems,
      ceiling: world.ceiling,
      paths: command?.paths ?? [],
      focus: command?.focus ?? null,
      runSecret: world.newSecret(),
    },
    {
      source: on.source,
      model: world.model,
      clock: world.clock,
      log: world.log,
      progress: (phase) => on.check.progress(phase),
      signal: on.signal,
      beforeLastLook: async (findings) => on.check.prepare?.(findings),
    },
  );
  on.signal.throwIfAborted();
  if (outcome.kind === 'reviewed') return { kind: 'report', report: outcome.report };
  return notice(
    'neutral',
    'Not reviewed: no changed file',
    [`There was nothing to read: ${outcome.reason}.`],
    run.settings,
  );
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
