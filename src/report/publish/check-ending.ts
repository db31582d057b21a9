import {
  type CheckPublisher,
  type Clock,
  type Completion,
  type Finding,
  LOOK_AGAIN_AFTER_MS,
  type Log,
  type LookAgain,
  type SiblingConclusion,
} from '../../review/index.js';
import { toAnnotations } from '../render/check-annotations.js';
import { type CheckRunOutput, renderCheckRun } from '../render/render-check-run.js';
import { BATCH_SIZE } from './attach-annotations.js';
import type { CheckApi } from './check-api.js';
import type { CheckOpener } from './check-opener.js';
import { type CheckWriter, createCheckWriter } from './check-writer.js';
import { attachAhead, type Begun, completeCheck } from './complete-check.js';
import { createRefusedAnnotations } from './refused-annotations.js';
import { NONE_STANDING, type StandingAnnotations } from './standing-annotations.js';

type EndingInput = {
  readonly api: CheckApi;
  readonly opener: CheckOpener;
  readonly stopProgress: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly readOthers?: (headSha: string) => Promise<readonly SiblingConclusion[]>;
  readonly detailsNote?: string;
  readonly secrets?: readonly string[];
};

type Others = { readonly others: readonly SiblingConclusion[]; readonly areOthersUnknown: boolean };

/** What was done before the last look at the target. */
type Ahead = { readonly others: Others; readonly writer: CheckWriter; readonly begun: Begun };

/** The end of one check: what can be done ahead, and the conclusion. A try that failed is followed by a look at what stands. */
export function createCheckEnding(input: EndingInput): Required<Pick<CheckPublisher, 'prepare' | 'complete'>> {
  const { clock, detailsNote, log, secrets = [] } = input;
  const refused = createRefusedAnnotations();
  let hasTried = false;
  /** The conclusion was sent, or a try to send it has ended: from now on each sending looks again, however short the outage was. */
  let isRepeated = false;
  let ahead: Ahead | null = null;
  const begin = () => beginEnding(input, { isPrepared: ahead !== null, hasTried });

  async function prepare(findings: readonly Finding[]): Promise<void> {
    const start = await begin();
    if (start === null) return;
    const others = await othersOf(input);
    const { annotations } = toAnnotations(findings, secrets);
    hasTried ||= annotations.length > BATCH_SIZE;
    const begun = await attachAhead({ ...start, annotations, refused });
    await start.writer.rest();
    ahead = { others, writer: start.writer, begun };
  }

  async function complete(completion: Completion, lookAgain?: LookAgain): Promise<void> {
    const start = await begin();
    if (start === null) return;
    const done = ahead;
    ahead = null;
    hasTried = true;
    const others = done?.others ?? (await othersOf(input));
    const writer = done?.writer ?? start.writer;
    const { annotations } = renderCheckRun(completion, { secrets });
    const begun = done?.begun ?? (await attachAhead({ ...start, annotations, refused }));
    const currentOutput = async (): Promise<CheckRunOutput> => {
      const isCurrent = lookAgain === undefined || (!isRepeated && isFresh(completion, clock));
      isRepeated = true;
      return renderCheckRun(isCurrent ? completion : await lookAgain(), { ...others, detailsNote, secrets });
    };
    await completeCheck({ writer, currentOutput, begun, clock });
  }

  return {
    complete: (completion, lookAgain) =>
      complete(completion, lookAgain).finally(() => {
        isRepeated = true;
      }),
    prepare: (findings) =>
      prepare(findings).catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'check-not-prepared')),
  };
}

/** The open check, and the annotations that an earlier try has brought to it; null when there is nothing left to do. */
async function beginEnding(
  { api, clock, log, opener, stopProgress }: EndingInput,
  done: { readonly isPrepared: boolean; readonly hasTried: boolean },
): Promise<{ readonly writer: CheckWriter; readonly stood: StandingAnnotations } | null> {
  const opened = await opener.openAgain();
  await stopProgress();
  if (opened.isCompleted) return null;
  const writer = createCheckWriter({ api, checkRunId: opened.id, clock, log });
  const mayHaveBegun = opened.isFound || done.hasTried;
  if (done.isPrepared || !mayHaveBegun) return { writer, stood: NONE_STANDING };
  return (await writer.readIsCompleted()) ? null : { writer, stood: await writer.readAnnotations() };
}

/** What is said of a moment is written soon after it. */
function isFresh(completion: Completion, clock: Clock): boolean {
  return completion.kind !== 'report' || clock.now() - completion.report.endedAtMs <= LOOK_AGAIN_AFTER_MS;
}

/** What cannot be learnt of other pull requests does not keep this check open. */
async function othersOf({ log, opener, readOthers }: EndingInput): Promise<Others> {
  try {
    const { headSha } = opener;
    const others = headSha === null ? [] : ((await readOthers?.(headSha)) ?? []);
    return { others, areOthersUnknown: false };
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'check-others-unknown');
    return { others: [], areOthersUnknown: true };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
