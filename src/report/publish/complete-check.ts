import type { Clock } from '../../review/index.js';
import type { CheckAnnotation } from '../render/check-annotations.js';
import type { CheckRunOutput } from '../render/render-check-run.js';
import { type Attached, attachBatch, BATCH_SIZE, type BatchWriter } from './attach-annotations.js';
import { type Outcome, PAUSES_MS } from './check-api.js';
import { type CheckWriter, UPDATE } from './check-writer.js';
import { conclusionChanges, shortConclusionChanges } from './conclusion-changes.js';
import { DOUBTFUL, failWith } from './fail-with.js';
import type { RefusedAnnotations } from './refused-annotations.js';

/** Four full batches and a good search for a bad annotation; far below 80 writes a minute. */
const MAX_ANNOTATION_WRITES = 24;

export type Completing = {
  readonly writer: CheckWriter;
  readonly output: CheckRunOutput;
  /** What was attached ahead. */
  readonly begun: Begun;
  readonly clock: Clock;
};

/** All batches but the last, which comes with the conclusion. */
export type Begun = {
  /** Annotations that come with the conclusion. */
  readonly last: readonly CheckAnnotation[];
  /** Annotations that stand on the check. */
  readonly standing: number;
  readonly dropped: number;
  readonly batches: BatchWriter;
};

/**
 * Attach all annotations but those that come with the conclusion. `stood` is how many an earlier try has brought to the check;
 * what GitHub refused then is in `refused` and not sent again, so that the ones that stand are the first of the others.
 */
export async function attachAhead(ahead: {
  readonly writer: CheckWriter;
  readonly annotations: readonly CheckAnnotation[];
  readonly shown: Pick<CheckRunOutput, 'title' | 'summary'>;
  readonly stood: number;
  readonly refused: RefusedAnnotations;
}): Promise<Begun> {
  const { writer, annotations, refused, shown, stood } = ahead;
  const acceptable = annotations.filter((annotation) => !refused.has(annotation));
  const missing = acceptable.slice(stood);
  const lastStart = Math.max(0, Math.ceil(missing.length / BATCH_SIZE) - 1) * BATCH_SIZE;
  const batches = createBatchWriter(writer, shown, refused);
  const { accepted, dropped } = await attachAll(missing.slice(0, lastStart), stood, batches);
  return {
    last: missing.slice(lastStart),
    standing: stood + accepted,
    dropped: annotations.length - acceptable.length + dropped,
    batches,
  };
}

/** Conclude a check with the annotations that are left, in one write where GitHub lets us. Rejects when it does not stand completed. */
export async function completeCheck(completing: Completing): Promise<void> {
  const { writer, begun } = completing;
  const { batches, dropped, last } = begun;
  const outcome = await conclude(completing, dropped, last);
  if (outcome.kind === 'done') return;
  if (outcome.kind === 'denied') failWith(outcome, UPDATE);
  const rest = await attachRest({ outcome, last, before: begun.standing, batches, writer });
  if (rest !== 'completed') await concludeSurely(completing, dropped + rest.dropped);
}

function createBatchWriter(
  writer: CheckWriter,
  { title, summary }: Pick<CheckRunOutput, 'title' | 'summary'>,
  refused: RefusedAnnotations,
): BatchWriter {
  let writes = 0;
  return {
    mayWrite: () => writes < MAX_ANNOTATION_WRITES,
    noteRefused: refused.add,
    readCount: async () => (await writer.readStanding()).annotations,
    write: (annotations) => {
      writes += 1;
      return writer.update({ output: { title, summary, annotations } });
    },
  };
}

function conclude(
  { writer, output, clock }: Completing,
  dropped: number,
  annotations: readonly CheckAnnotation[],
): Promise<Outcome> {
  const completedAt = new Date(clock.now()).toISOString();
  return writer.update(conclusionChanges(output, { dropped, annotations, completedAt }));
}

/** Without annotations the same write can be sent again without harm, and a look between shows whether it must be. */
async function concludeSurely(completing: Completing, dropped: number): Promise<void> {
  const { writer, clock } = completing;
  for (const pauseMs of PAUSES_MS) {
    const outcome = await conclude(completing, dropped, []);
    if (outcome.kind === 'done') return;
    if (outcome.kind === 'refused') return concludeShortly(completing);
    if (outcome.kind === 'denied') failWith(outcome, UPDATE);
    await clock.sleep(pauseMs);
    if ((await writer.readStanding()).isCompleted) return;
  }
  failWith(DOUBTFUL, UPDATE);
}

async function concludeShortly({ writer, output }: Completing): Promise<void> {
  const outcome = await writer.update(shortConclusionChanges(output));
  if (outcome.kind === 'done') return;
  const isWritten = outcome.kind === 'doubtful' && (await writer.readStanding()).isCompleted;
  if (!isWritten) failWith(outcome, UPDATE);
}

/** The concluding write failed: bring its annotations to the check by themselves, so that the conclusion can follow without them. */
async function attachRest(failed: {
  readonly outcome: Outcome;
  readonly last: readonly CheckAnnotation[];
  readonly before: number;
  readonly batches: BatchWriter;
  readonly writer: CheckWriter;
}): Promise<Attached | 'completed'> {
  const { outcome, last, before, batches, writer } = failed;
  if (outcome.kind === 'refused') return attachBatch(last, before, batches);
  const standing = await writer.readStanding();
  if (standing.isCompleted) return 'completed';
  const landed = Math.max(0, standing.annotations - before);
  return attachBatch(last.slice(landed), before + landed, batches);
}

async function attachAll(
  annotations: readonly CheckAnnotation[],
  before: number,
  batches: BatchWriter,
): Promise<Attached> {
  let accepted = 0;
  let dropped = 0;
  for (let start = 0; start < annotations.length; start += BATCH_SIZE) {
    const attached = await attachBatch(annotations.slice(start, start + BATCH_SIZE), before + accepted, batches);
    accepted += attached.accepted;
    dropped += attached.dropped;
  }
  return { accepted, dropped };
}
