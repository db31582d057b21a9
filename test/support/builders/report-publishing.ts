import type { Clock, Log } from '../../../src/review/ports/index.js';

/** A clock that stands still except while somebody sleeps; every sleep is remembered. */
export function aSleepingClock(): Clock & { readonly sleptMs: readonly number[] } {
  let nowMs = 1_700_000_000_000;
  const sleptMs: number[] = [];
  return {
    sleptMs,
    now: () => nowMs,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      sleptMs.push(ms);
      nowMs += ms;
    },
  };
}

/** A clock whose sleeps end when the test says so. */
export function aHandClock(): Clock & { advance(ms: number): Promise<void> } {
  let nowMs = 0;
  let sleepers: { readonly untilMs: number; readonly wake: () => void }[] = [];
  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleepers.push({ untilMs: nowMs + ms, wake: resolve });
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    advance: async (ms) => {
      nowMs += ms;
      const due = sleepers.filter(({ untilMs }) => untilMs <= nowMs);
      sleepers = sleepers.filter(({ untilMs }) => untilMs > nowMs);
      for (const { wake } of due) wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** A log that remembers its messages. */
export function aRememberingLog(): Log & { readonly messages: readonly string[] } {
  const messages: string[] = [];
  const note = (_facts: Record<string, unknown>, message: string): void => {
    messages.push(message);
  };
  return { messages, info: note, warn: note, error: note };
}
