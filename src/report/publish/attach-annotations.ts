import type { CheckAnnotation } from '../render/check-annotations.js';
import type { Outcome } from './check-api.js';

/** GitHub takes 50 a request. */
export const BATCH_SIZE = 50;
/** Of a batch that may or may not have arrived, after a look each; an outage that lasts longer must not eat the conclusion's time. */
const MAX_RESENDS = 2;

/** What a write of a batch needs from its surroundings. */
export type BatchWriter = {
  /** Send these annotations, accumulated to those already there. */
  readonly write: (batch: readonly CheckAnnotation[]) => Promise<Outcome>;
  /** How many annotations stand on the check now. Rejects when it cannot be learnt. */
  readonly readCount: () => Promise<number>;
  /** Whether one more write may be spent on annotations. */
  readonly mayWrite: () => boolean;
  /** Told of each annotation that GitHub does not take whatever stands beside it. */
  readonly noteRefused: (annotation: CheckAnnotation) => void;
};

export type Attached = { readonly accepted: number; readonly dropped: number };

function halves(batch: readonly CheckAnnotation[]): readonly (readonly CheckAnnotation[])[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** A refused batch holds at least one bad annotation: halve it until that one stands alone, and drop only that. */
async function splitBatch(batch: readonly CheckAnnotation[], before: number, writer: BatchWriter): Promise<Attached> {
  if (batch.length <= 1) {
    for (const annotation of batch) writer.noteRefused(annotation);
    return { accepted: 0, dropped: batch.length };
  }
  let accepted = 0;
  let dropped = 0;
  for (const half of halves(batch)) {
    const attached = await attachBatch(half, before + accepted, writer);
    accepted += attached.accepted;
    dropped += attached.dropped;
  }
  return { accepted, dropped };
}

/** After a doubtful answer: what stands on the check decides what of the batch is still missing. GitHub keeps the order. */
async function resumeBatch(
  batch: readonly CheckAnnotation[],
  before: number,
  writer: BatchWriter,
  triesLeft: number,
): Promise<Attached> {
  const count = await writer.readCount();
  const landed = Math.min(batch.length, Math.max(0, count - before));
  const missing = batch.slice(landed);
  if (missing.length === 0) return { accepted: landed, dropped: 0 };
  if (triesLeft === 0) return { accepted: landed, dropped: missing.length };
  const rest = await attachBatch(missing, before + landed, writer, triesLeft - 1);
  return { accepted: landed + rest.accepted, dropped: rest.dropped };
}

/**
 * Attach one batch of at most 50. `before` is how many stood on the check before it. Nothing is sent twice that GitHub
 * has; what it never takes is counted as dropped. Rejects when the check cannot be looked at after a doubtful answer.
 */
export async function attachBatch(
  batch: readonly CheckAnnotation[],
  before: number,
  writer: BatchWriter,
  triesLeft = MAX_RESENDS,
): Promise<Attached> {
  if (batch.length === 0) return { accepted: 0, dropped: 0 };
  if (!writer.mayWrite()) return { accepted: 0, dropped: batch.length };
  const outcome = await writer.write(batch);
  if (outcome.kind === 'done') return { accepted: batch.length, dropped: 0 };
  if (outcome.kind === 'refused') return splitBatch(batch, before, writer);
  if (outcome.kind === 'doubtful') return resumeBatch(batch, before, writer, triesLeft);
  return { accepted: 0, dropped: batch.length };
}
