import type { Clock } from '../../review/index.js';
import type { CheckAnnotation } from '../render/check-annotations.js';
import type { CheckRunOutput } from '../render/render-check-run.js';
import { attachBatch, BATCH_SIZE, type BatchWriter } from './attach-annotations.js';
import { type Outcome, PAUSES_MS } from './check-api.js';
import { type CheckWriter, UPDATE } from './check-writer.js';
import { conclusionChanges, shortConclusionChanges } from './conclusion-changes.js';
import { DOUBTFUL, failWith } from './fail-with.js';
import type { RefusedAnnotations } from './refused-annotations.js';
import { NONE_STANDING, type StandingAnnotations } from './standing-annotations.js';

/** Four full batches and a good search for a bad annotation; far below 80 writes a minute. */
const MAX_ANNOTATION_WRITES = 24;
/** What is shown with annotations that come before the conclusion. */
const WRITING = { title: 'Writing the findings', summary: 'Writing the findings' };

export type Completing = {
  readonly writer: CheckWriter;
  /** What the conclusion says, asked for whenever it is sent. */
  readonly currentOutput: () => Promise<CheckRunOutput>;
  /** What was attached ahead. */
  readonly begun: Begun;
  readonly clock: Clock;
};

/** All batches but the last, which comes with the conclusion. */
export type Begun = {
  /** Annotations that come with the conclusion. */
  readonly last: readonly CheckAnnotation[];
  readonly dropped: number;
  readonly batches: BatchWriter;
};

/** Attach all annotations but those that come with the conclusion. What `stood` before or is `refused` is not sent again. */
export async function attachAhead(ahead: {
  readonly writer: CheckWriter;
  readonly annotations: readonly CheckAnnotation[];
  readonly stood: StandingAnnotations;
  readonly refused: RefusedAnnotations;
}): Promise<Begun> {
  const { writer, annotations, refused, stood } = ahead;
  const acceptable = annotations.filter((annotation) => !refused.has(annotation));
  const missing = acceptable.filter((annotation) => !stood.has(annotation));
  const lastStart = Math.max(0, Math.ceil(missing.length / BATCH_SIZE) - 1) * BATCH_SIZE;
  const batches = createBatchWriter(writer, refused);
  const dropped = await attachAll(missing.slice(0, lastStart), batches);
  return {
    last: missing.slice(lastStart),
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
  const rest = await attachRest({ outcome, last, batches, writer });
  if (rest !== 'completed') await concludeSurely(completing, dropped + rest);
}

function createBatchWriter(writer: CheckWriter, refused: RefusedAnnotations): BatchWriter {
  let writes = 0;
  return {
    mayWrite: () => writes < MAX_ANNOTATION_WRITES,
    noteRefused: refused.add,
    readStanding: writer.readAnnotations,
    write: (annotations) => {
      writes += 1;
      return writer.update({ output: { ...WRITING, annotations } });
    },
  };
}

function conclude(
  { writer, currentOutput, clock }: Completing,
  dropped: number,
  annotations: readonly CheckAnnotation[],
): Promise<Outcome> {
  return writer.update(async () => {
    const output = await currentOutput();
    return conclusionChanges(output, { dropped, annotations, completedAt: new Date(clock.now()).toISOString() });
  });
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
    if (await writer.readIsCompleted()) return;
  }
  failWith(DOUBTFUL, UPDATE);
}

async function concludeShortly({ writer, currentOutput }: Completing): Promise<void> {
  const outcome = await writer.update(async () => shortConclusionChanges(await currentOutput()));
  if (outcome.kind === 'done') return;
  const isWritten = outcome.kind === 'doubtful' && (await writer.readIsCompleted());
  if (!isWritten) failWith(outcome, UPDATE);
}

/** The concluding write failed: bring its annotations to the check by themselves, so that the conclusion can follow without them. */
async function attachRest(failed: {
  readonly outcome: Outcome;
  readonly last: readonly CheckAnnotation[];
  readonly batches: BatchWriter;
  readonly writer: CheckWriter;
}): Promise<number | 'completed'> {
  const { outcome, last, batches, writer } = failed;
  if (outcome.kind === 'refused') return attachBatch(last, batches);
  if (await writer.readIsCompleted()) return 'completed';
  const stood = last.length === 0 ? NONE_STANDING : await writer.readAnnotations();
  const missing = last.filter((annotation) => !stood.has(annotation));
  return attachBatch(missing, batches);
}

async function attachAll(annotations: readonly CheckAnnotation[], batches: BatchWriter): Promise<number> {
  let dropped = 0;
  for (let start = 0; start < annotations.length; start += BATCH_SIZE) {
    dropped += await attachBatch(annotations.slice(start, start + BATCH_SIZE), batches);
  }
  return dropped;
}
