import type { Clock, Log } from '../../review/index.js';
import type { CheckApi, Outcome, Parameters } from './check-api.js';
import { failWith } from './fail-with.js';
import { readStandingAnnotations, type StandingAnnotations } from './standing-annotations.js';

export const UPDATE = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}';
const READ = 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}';
/** GitHub asks for a second between writes. */
const WRITE_SPACING_MS = 1_000;

export type CheckWriter = {
  /** Send one update, at least a second after the one before. Changes that are a function are asked for whenever it is sent. */
  update(changes: Parameters): Promise<Outcome>;
  /** Resolve when the next update can be sent at once. */
  rest(): Promise<void>;
  /** Look whether the check is completed. Rejects when it cannot be seen. */
  readIsCompleted(): Promise<boolean>;
  /** Look which annotations stand. Rejects when they cannot be seen: what is not known to be missing is not written again. */
  readAnnotations(): Promise<StandingAnnotations>;
};

/** Writes to one check run, spaced, with a look at what has arrived. */
export function createCheckWriter(input: {
  readonly api: CheckApi;
  readonly checkRunId: number;
  readonly clock: Clock;
  readonly log: Log;
}): CheckWriter {
  const { api, checkRunId, clock, log } = input;
  let lastWriteMs = Number.NEGATIVE_INFINITY;

  async function rest(): Promise<void> {
    const waitMs = lastWriteMs + WRITE_SPACING_MS - clock.now();
    if (waitMs > 0) await clock.sleep(waitMs);
  }

  return {
    rest,
    update: async (changes) => {
      await rest();
      const outcome = await api.write(UPDATE, async () => ({
        check_run_id: checkRunId,
        ...(typeof changes === 'function' ? await changes() : changes),
      }));
      lastWriteMs = clock.now();
      if (outcome.kind !== 'done') {
        log.warn({ checkRunId, kind: outcome.kind, status: outcome.status }, 'check-write-failed');
      }
      return outcome;
    },
    readIsCompleted: async () => {
      const outcome = await api.read(READ, { check_run_id: checkRunId });
      if (outcome.kind !== 'done') failWith(outcome, READ);
      return (outcome.data as { status?: unknown } | null)?.status === 'completed';
    },
    readAnnotations: () => readStandingAnnotations(api, checkRunId),
  };
}
