import type { CheckAnnotation } from '../render/check-annotations.js';
import type { Outcome } from './check-api.js';
import type { StandingAnnotations } from './standing-annotations.js';

/** GitHub takes 50 a request. */
export const BATCH_SIZE = 50;
/** Of a batch that may or may not have arrived, after a look each; an outage that lasts longer must not eat the conclusion's time. */
const MAX_RESENDS = 2;

/** What a write of a batch needs from its surroundings. */
export type BatchWriter = {
  /** Send these annotations, accumulated to those already there. */
  readonly write: (batch: readonly CheckAnnotation[]) => Promise<Outcome>;
  /** Which annotations stand on the check now. Rejects when it cannot be learnt. */
  readonly readStanding: () => Promise<StandingAnnotations>;
  /** Whether one more write may be spent on annotations. */
  readonly mayWrite: () => boolean;
  /** Told of each annotation that GitHub does not take whatever stands beside it. */
  readonly noteRefused: (annotation: CheckAnnotation) => void;
};

function halves(batch: readonly CheckAnnotation[]): readonly (readonly CheckAnnotation[])[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** A refused batch holds at least one bad annotation: halve it until that one stands alone, and drop only that. */
async function splitBatch(batch: readonly CheckAnnotation[], writer: BatchWriter): Promise<number> {
  if (batch.length <= 1) {
    for (const annotation of batch) writer.noteRefused(annotation);
    return batch.length;
  }
  let dropped = 0;
  for (const half of halves(batch)) dropped += await attachBatch(half, writer);
  return dropped;
}

/** After a doubtful answer: what stands on the check decides what of the batch is still missing. */
async function resumeBatch(batch: readonly CheckAnnotation[], writer: BatchWriter, triesLeft: number): Promise<number> {
  const standing = await writer.readStanding();
  const missing = batch.filter((annotation) => !standing.has(annotation));
  return triesLeft === 0 ? missing.length : attachBatch(missing, writer, triesLeft - 1);
}

/**
 * Attach one batch of at most 50, and tell how many of it were dropped. Nothing is sent twice that GitHub has. Rejects when the
 * check cannot be looked at after a doubtful answer.
 */
export async function attachBatch(
  batch: readonly CheckAnnotation[],
  writer: BatchWriter,
  triesLeft = MAX_RESENDS,
): Promise<number> {
  if (batch.length === 0) return 0;
  if (!writer.mayWrite()) return batch.length;
  const outcome = await writer.write(batch);
  if (outcome.kind === 'done') return 0;
  if (outcome.kind === 'refused') return splitBatch(batch, writer);
  if (outcome.kind === 'doubtful') return resumeBatch(batch, writer, triesLeft);
  return batch.length;
}
