/** Let one task run at a time, in the order of asking. Who is aborted while waiting leaves at once, with the signal's reason. */
export type Turns = <T>(signal: AbortSignal, task: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (signal, task) => {
    const waiting = new AbortController();
    const turn = last.then(() => {
      signal.throwIfAborted();
      // A task that began ends itself, so that nothing of it is left behind.
      waiting.abort();
      return task();
    });
    last = turn.catch(() => {});
    return Promise.race([turn, abortWhileWaiting(signal, waiting.signal)]);
  };
}

function abortWhileWaiting(signal: AbortSignal, begun: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    begun.addEventListener('abort', () => signal.removeEventListener('abort', leave), { once: true });
  });
}
