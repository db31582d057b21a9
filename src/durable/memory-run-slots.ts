import pLimit from 'p-limit';
import { type RunSlots, RunStopped, type StopReason } from '../review/index.js';

/** Runs in this process: at most `concurrency` at once; a newer run of a record stops the older one. After `stopAll` none begins. */
export function createMemoryRunSlots(concurrency: number): RunSlots & { stopAll(stop: StopReason): void } {
  const limit = pLimit(concurrency);
  const running = new Map<string, AbortController>();
  let closed: StopReason | null = null;

  function stop(record: string, reason: StopReason): void {
    running.get(record)?.abort(new RunStopped(reason));
  }

  async function run<Result>(
    record: string,
    headSha: string | null,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (closed !== null) throw new RunStopped(closed);
    stop(record, { kind: 'superseded', headSha });
    const { signal } = own(record);
    const waiting = rejectWhenAborted(signal);
    try {
      // A run that has begun is waited for even when it is stopped: it is shown as stopped only when it has stopped.
      return await Promise.race([
        limit(async () => {
          signal.throwIfAborted();
          waiting.cancel();
          return work(signal);
        }),
        waiting.promise,
      ]);
    } finally {
      if (running.get(record)?.signal === signal) running.delete(record);
    }
  }

  function own(record: string): AbortController {
    const controller = new AbortController();
    running.set(record, controller);
    return controller;
  }

  return {
    run,
    stop,
    isFull: () => limit.activeCount >= concurrency,
    stopAll: (reason) => {
      closed = reason;
      for (const record of [...running.keys()]) stop(record, reason);
    },
  };
}

function rejectWhenAborted(signal: AbortSignal): { readonly promise: Promise<never>; readonly cancel: () => void } {
  let cancel: () => void = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    cancel = () => signal.removeEventListener('abort', onAbort);
  });
  return { promise, cancel };
}
