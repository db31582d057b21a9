import type { Clock } from '../../review/index.js';

export type ProgressEditor = {
  /** Ask for a line to be shown. Returns at once; only the newest line that is asked for in time is written. */
  show(line: string): void;
  /** Start writing, one interval from now. The newest line asked for before is remembered. */
  start(): void;
  /** Write nothing more, and resolve when the edit under way, if any, has ended. */
  stop(): Promise<void>;
};

/** Edits of a progress line: one per change, at most one per interval, never two at once, never after `stop`. `edit` must not reject. */
export function createProgressEditor(input: {
  readonly edit: (line: string) => Promise<void>;
  readonly clock: Clock;
  readonly minIntervalMs: number;
}): ProgressEditor {
  const { edit, clock, minIntervalMs } = input;
  const stopped = new AbortController();
  let isStarted = false;
  let wanted: string | null = null;
  let shown: string | null = null;
  let lastEditMs = Number.NEGATIVE_INFINITY;
  let pumping: Promise<void> | null = null;

  async function pump(): Promise<void> {
    while (wanted !== null && !stopped.signal.aborted) {
      const waitMs = lastEditMs + minIntervalMs - clock.now();
      if (waitMs > 0) await clock.sleep(waitMs, stopped.signal);
      const line = wanted;
      wanted = null;
      if (stopped.signal.aborted || line === shown) continue;
      shown = line;
      lastEditMs = clock.now();
      await edit(line);
    }
  }

  function wake(): void {
    if (!isStarted || pumping !== null || wanted === null || stopped.signal.aborted) return;
    pumping = pump()
      .catch(ignoreStop)
      .finally(() => {
        pumping = null;
        wake();
      });
  }

  return {
    show: (line) => {
      wanted = line;
      wake();
    },
    start: () => {
      isStarted = true;
      // Opening wrote the first line; the next one waits its time like any other.
      lastEditMs = clock.now();
      wake();
    },
    stop: async () => {
      stopped.abort();
      await pumping;
    },
  };
}

/** The only rejection of a pump is the sleep that `stop` ends. */
function ignoreStop(): void {}
