import type { StopReason } from '../../review/index.js';

/** What processes of one database tell each other. Small: PostgreSQL takes 8,000 bytes. */
export type Message =
  /** Stop what was claimed before this moment. */
  | { readonly kind: 'stop'; readonly record: string; readonly stop: StopReason; readonly claimedAtMs: number }
  /** Review once more what this run has reviewed, as the delivery with this id. */
  | { readonly kind: 'retry'; readonly runId: string; readonly deliveryId: string };

/** Null for what is none, such as that of another release. */
export function readMessage(text: string): Message | null {
  try {
    const message = JSON.parse(text);
    return isStop(message) || isRetry(message) ? message : null;
  } catch {
    return null;
  }
}

function isStop(message: Partial<Extract<Message, { kind: 'stop' }>> | null): boolean {
  const { claimedAtMs, kind, record, stop } = message ?? {};
  return (
    kind === 'stop' && typeof record === 'string' && typeof stop?.kind === 'string' && typeof claimedAtMs === 'number'
  );
}

function isRetry(message: Partial<Extract<Message, { kind: 'retry' }>> | null): boolean {
  const { deliveryId, kind, runId } = message ?? {};
  return kind === 'retry' && typeof runId === 'string' && typeof deliveryId === 'string';
}
