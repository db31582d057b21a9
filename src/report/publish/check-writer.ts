import type { Clock, Log } from '../../review/index.js';
import type { CheckApi, Outcome } from './check-api.js';
import { failWith } from './fail-with.js';

export const UPDATE = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}';
const READ = 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}';
/** GitHub asks for a second between writes. */
const WRITE_SPACING_MS = 1_000;

/** What GitHub shows of a check now. */
export type Standing = { readonly isCompleted: boolean; readonly annotations: number };

export type CheckWriter = {
  /** Send one update, at least a second after the one before. */
  update(changes: Record<string, unknown>): Promise<Outcome>;
  /** Resolve when the next update can be sent at once. */
  rest(): Promise<void>;
  /** Look at the check. Rejects when it cannot be seen: what is not known to be missing is not written again. */
  readStanding(): Promise<Standing>;
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
      const outcome = await api.write(UPDATE, { check_run_id: checkRunId, ...changes });
      lastWriteMs = clock.now();
      if (outcome.kind !== 'done') {
        log.warn({ checkRunId, kind: outcome.kind, status: outcome.status }, 'check-write-failed');
      }
      return outcome;
    },
    readStanding: async () => {
      const outcome = await api.read(READ, { check_run_id: checkRunId });
      return outcome.kind === 'done' ? standingOf(outcome.data) : failWith(outcome, READ);
    },
  };
}

function standingOf(answer: unknown): Standing {
  const run = (answer ?? {}) as { status?: unknown; output?: { annotations_count?: unknown } | null };
  const count = run.output?.annotations_count;
  return { isCompleted: run.status === 'completed', annotations: typeof count === 'number' ? count : 0 };
}
