import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/review/index.js';

/** Waits for a provider are at most this long; what is longer guards against silence and must not end early. */
const LONGEST_JUMP_MS = 60_000;

/**
 * The machine's clock, but waits of at most a minute are jumped over: retries cost no time, the limits of a call stay real.
 * `shortestJumpMs` lets a test set limits below it, which are real again.
 */
export function jumpingClock(shortestJumpMs = 0): Clock {
  let jumpedMs = 0;
  return {
    now: () => Date.now() + jumpedMs,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      if (ms < shortestJumpMs || ms > LONGEST_JUMP_MS) return reallyWait(ms, signal);
      jumpedMs += ms;
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  };
}

async function reallyWait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }).catch((error: unknown) => {
    throw signal?.aborted === true ? signal.reason : error;
  });
}
