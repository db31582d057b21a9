import type { Intent, IntentQueue } from '../review/index.js';

/** Delivery ids remembered, oldest forgotten first: GitHub redelivers within days, a busy App sees some thousands a day. */
const MAX_REMEMBERED = 50_000;

/**
 * Deliveries kept in this process: work starts after `enqueue` has resolved, so that the delivery is answered first.
 * A process that ends loses what it had not finished.
 */
export function createMemoryIntentQueue(
  handle: (intent: Intent) => Promise<void>,
  onFailure: (intent: Intent, error: unknown) => void,
): IntentQueue & { idle(): Promise<void> } {
  const seen = new Set<string>();
  const open = new Set<Promise<void>>();

  function start(intent: Intent): void {
    const work = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => handle(intent))
      .catch((error: unknown) => {
        // A redelivery is how a failed one is tried again.
        seen.delete(intent.deliveryId);
        onFailure(intent, error);
      })
      .finally(() => open.delete(work));
    open.add(work);
  }

  return {
    enqueue: async (intent) => {
      if (seen.has(intent.deliveryId)) return 'duplicate';
      seen.add(intent.deliveryId);
      const [oldest] = seen;
      if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest);
      start(intent);
      return 'enqueued';
    },
    idle: async () => {
      while (open.size > 0) await Promise.all([...open]);
    },
  };
}
