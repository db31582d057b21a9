import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './review/index.js';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
      throw signal?.aborted === true ? signal.reason : error;
    });
  },
};
