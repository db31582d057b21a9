import type { Message, RecordBrowser } from './durable/index.js';
import type { Intent, RunSlots } from './review/index.js';

/** Do what another process of the same database says. Never rejects. */
export async function heed(
  message: Message,
  world: {
    readonly slots: RunSlots;
    readonly browser: RecordBrowser;
    readonly takeUp: (intent: Intent) => Promise<unknown>;
  },
): Promise<void> {
  if (message.kind === 'stop') {
    world.slots.stop(message.record, message.stop, message.claimedAtMs);
    return;
  }
  const record = await world.browser.ofRun(message.runId).catch(() => null);
  const run = record?.revisions.find(({ runId }) => runId === message.runId);
  // Every process hears it; the delivery's id makes it one.
  if (run !== undefined) await world.takeUp(toRetry(run.intent, message.deliveryId)).catch(() => {});
}

/** The same review in a delivery of its own, also when nothing has changed. */
function toRetry(intent: Extract<Intent, { kind: 'review' }>, deliveryId: string): Intent {
  const { trigger } = intent;
  if (trigger.kind !== 'comment') return { ...intent, deliveryId, trigger: { kind: 'button', actor: trigger.actor } };
  return { ...intent, deliveryId, trigger: { ...trigger, command: { ...trigger.command, isForced: true } } };
}
