import { PlumblineError } from './errors.js';
import { MAX_HOLD_MS } from './limits.js';
import type { Clock, Log } from './ports/index.js';

/** Pauses between tries when nothing else is asked for: doubled from the first to the longest. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

export type Trying = {
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the process is about to end: nothing is held any longer. */
  readonly closing: AbortSignal;
  /** What every wait is logged as. */
  readonly held: { readonly message: string; readonly facts: Readonly<Record<string, unknown>> };
};

/**
 * Do something that the other side may be unable to take for a while: again, after pauses that grow, no earlier than it asks,
 * for at most `MAX_HOLD_MS`. Only an error with `retryAtMs` among its facts is tried again, and `work` must look at what it
 * did before. Rejects with its last error when trying again is of no use, would take too long, or the process ends.
 */
export async function keepTrying<Result>(work: () => Promise<Result>, trying: Trying): Promise<Result> {
  const endMs = trying.clock.now() + MAX_HOLD_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const untilMs = Math.max(retryAtMsOf(error) ?? Number.POSITIVE_INFINITY, trying.clock.now() + pauseMs);
      const isInTime = untilMs <= endMs && (await wait(untilMs, error, trying));
      if (!isInTime) throw error;
    }
  }
}

/** From when on the same may succeed, 0 for any time; null when trying again is of no use. */
export function retryAtMsOf(error: unknown): number | null {
  const retryAtMs = error instanceof PlumblineError ? error.facts.retryAtMs : null;
  return typeof retryAtMs === 'number' ? retryAtMs : null;
}

function messageOf(error: unknown): string {
  return error instanceof PlumblineError ? error.message : 'unknown';
}

/** In short sleeps: a machine that was suspended meanwhile has not counted that time. False when the process ends first. */
async function wait(untilMs: number, error: unknown, { clock, closing, held, log }: Trying): Promise<boolean> {
  if (closing.aborted) return false;
  log.warn({ ...held.facts, waitMs: untilMs - clock.now(), reason: messageOf(error) }, held.message);
  try {
    for (let leftMs = untilMs - clock.now(); leftMs > 0; leftMs = untilMs - clock.now()) {
      await clock.sleep(Math.min(leftMs, LONGEST_PAUSE_MS), closing);
    }
    return true;
  } catch (reason) {
    if (closing.aborted) return false;
    throw reason;
  }
}
