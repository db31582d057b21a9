import type { CheckPublisher } from '../ports/index.js';
import type { IntakeWorld } from './intake-world.js';
import { stoppedNotice } from './notices.js';
import { headOf, type PullRequestRun } from './pull-request-run.js';

/** A check of a run, on the commit that it is about. */
export type RunCheck = { readonly id: string; readonly headSha: string; readonly publisher: CheckPublisher };

/** The checks of one run: one, and another in its place when the head turns out to have moved before anything was read. */
export type RunChecks = {
  /** The one to complete. */
  readonly current: () => RunCheck;
  /** The head as it was pinned. A check belongs to the commit that is analysed: one for an older head says so and is replaced. */
  readonly follow: (headSha: string) => void;
  /** Resolves when the replaced one has been told. Never rejects. */
  readonly replaced: () => Promise<void>;
};

export function createRunChecks(run: PullRequestRun, world: IntakeWorld): RunChecks {
  const { runId, settings } = run;
  const first = checkOf(run, { id: runId, headSha: headOf(run) }, world);
  let current = first;
  let replaced = Promise.resolve();
  return {
    current: () => current,
    follow: (headSha) => {
      if (headSha === current.headSha) return;
      replaced = first.publisher.complete(stoppedNotice({ kind: 'superseded', headSha }, settings)).catch(ignoreTold);
      current = checkOf(run, { id: `${runId}-${headSha.slice(0, 7)}`, headSha }, world);
      // From here on it is the one to complete, also when opening it fails: that is tried again then.
      current.publisher.open({ headSha, isQueued: false }).catch(ignoreTold);
    },
    replaced: () => replaced,
  };
}

function checkOf(
  { facts, settings }: PullRequestRun,
  on: { readonly id: string; readonly headSha: string },
  { host }: IntakeWorld,
): RunCheck {
  const publisher = host.checkPublisher({ runId: on.id, name: settings.check_name, pullRequest: facts.number });
  return { ...on, publisher };
}

/** A publisher tells the log itself what it could not write, and `complete` opens once more. */
function ignoreTold(): void {}
