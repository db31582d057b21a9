import type { Probot } from 'probot';
import type { IntentQueue, Log } from '../review/index.js';
import { HANDLED_EVENTS, type HandledEvent } from './events.js';
import { toIntent } from './to-intent.js';

/**
 * Listen to every handled event: translate it, keep it, answer. The work starts afterwards, so that GitHub has its answer
 * within its ten seconds whatever a review takes.
 */
export function registerHandlers(app: Probot, inbox: { readonly queue: IntentQueue; readonly log: Log }): void {
  for (const event of HANDLED_EVENTS) {
    app.on(event, (context) => keepDelivery(event, context, inbox));
  }
}

async function keepDelivery(
  event: HandledEvent,
  context: { readonly id: string; readonly payload: unknown },
  { queue, log }: { readonly queue: IntentQueue; readonly log: Log },
): Promise<void> {
  const translation = toIntent(event, context.payload, context.id);
  if (translation.kind === 'ignored') {
    log.info({ event, deliveryId: context.id, reason: translation.reason }, 'delivery-ignored');
    return;
  }
  const outcome = await queue.enqueue(translation.intent);
  log.info({ event, deliveryId: context.id, outcome }, 'delivery-kept');
}
