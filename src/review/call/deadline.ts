import type { Clock } from '../ports/index.js';
import { CallStopped } from './call-stopped.js';

export type Deadline = {
  /**
   * Let `work` run within what is left of the time, and only count while it runs: waiting for capacity between two pieces of
   * work is free. Rejects with `CallStopped` when the time is over and with the outer signal's reason when that is aborted,
   * also when the work does not listen.
   */
  run<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
};

/** Start the wall time of one call. */
export function createDeadline(clock: Clock, timeoutMs: number, signal: AbortSignal): Deadline {
  let spentMs = 0;
  return {
    async run(work) {
      signal.throwIfAborted();
      if (spentMs >= timeoutMs) throw timedOut(timeoutMs);
      const stop = new AbortController();
      const either = AbortSignal.any([signal, stop.signal]);
      const startedAtMs = clock.now();
      const expiry = clock.sleep(timeoutMs - spentMs, either).then(() => {
        throw timedOut(timeoutMs);
      });
      try {
        return await Promise.race([Promise.resolve(either).then(work), expiry]);
      } finally {
        spentMs += clock.now() - startedAtMs;
        stop.abort();
      }
    },
  };
}

function timedOut(timeoutMs: number): CallStopped {
  const seconds = Math.round(timeoutMs / 1_000);
  return new CallStopped('timed_out', {
    reason: 'call_timed_out',
    title: `no answer in ${seconds} s`,
    message: `The reviewer gave no complete answer within ${seconds} seconds.`,
    help: 'Ask again; for a slow model ask the operator to allow more time, or review fewer files at once.',
  });
}
