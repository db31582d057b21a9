import type { Intent, IntentQueue } from '../../review/index.js';

/** Delivery ids remembered, oldest forgotten first: GitHub redelivers within days, a busy App sees some thousands a day. */
const MAX_REMEMBERED = 50_000;

/**
 * Deliveries kept in this process: work starts after `enqueue` has resolved, so that the delivery is answered first.
 * A process that ends loses what it had not finished.
 */
export function createMemoryIntentQueue(
  handle: (intent: Intent, attempt: { readonly hasFailedBefore: boolean }) => Promise<void>,
  onFailure: (intent: Intent, error: unknown) => void,
): IntentQueue & { idle(): Promise<void> } {
  const seen = new Set<string>();
  const failed = new Set<string>();
  const open = new Set<Promise<void>>();

  function start(intent: Intent): void {
    const work = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => handle(intent, { hasFailedBefore: failed.has(intent.deliveryId) }))
      .catch((error: unknown) => {
        // A redelivery is how a failed one is tried again.
        seen.delete(intent.deliveryId);
        remember(intent.deliveryId, failed);
        onFailure(intent, error);
      })
      .finally(() => open.delete(work));
    open.add(work);
  }

  return {
    enqueue: async (intent) => {
      if (seen.has(intent.deliveryId)) return 'duplicate';
      remember(intent.deliveryId, seen);
      start(intent);
      return 'enqueued';
    },
    idle: async () => {
      while (open.size > 0) await Promise.all([...open]);
    },
  };
}

function remember(deliveryId: string, remembered: Set<string>): void {
  remembered.add(deliveryId);
  const [oldest] = remembered;
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}
