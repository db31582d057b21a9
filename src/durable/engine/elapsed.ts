import { uptime } from 'node:os';

/** A moment of this machine, on two clocks that nobody sets: one stands still while the machine sleeps, the other is coarse. */
export type Moment = { readonly runningMs: number; readonly bootedMs: number };

export function thisMoment(): Moment {
  return { runningMs: performance.now(), bootedMs: uptime() * 1_000 };
}

/** At least as much time as has passed since, also for a process that was stopped meanwhile. */
export function passedMs(since: Moment): number {
  const now = thisMoment();
  return Math.max(now.runningMs - since.runningMs, now.bootedMs - since.bootedMs);
}
