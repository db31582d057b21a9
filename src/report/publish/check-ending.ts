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
import { renderCheckRun } from '../render/render-check-run.js';
import { BATCH_SIZE } from './attach-annotations.js';
import type { CheckApi } from './check-api.js';
import type { CheckOpener } from './check-opener.js';
import { type CheckWriter, createCheckWriter } from './check-writer.js';
import { attachAhead, type Begun, completeCheck } from './complete-check.js';
import { createRefusedAnnotations } from './refused-annotations.js';

const WRITING = { title: 'Writing the findings', summary: 'Writing the findings' };

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
  const refresh = createRefresh(clock);
  const refused = createRefusedAnnotations();
  let hasTried = false;
  let completions = 0;
  let ahead: Ahead | null = null;
  const begin = () => beginEnding(input, { isPrepared: ahead !== null, hasTried });

  async function prepare(findings: readonly Finding[]): Promise<void> {
    const start = await begin();
    if (start === null) return;
    const others = await othersOf(input);
    const { annotations } = toAnnotations(findings, secrets);
    hasTried ||= annotations.length > BATCH_SIZE;
    const begun = await attachAhead({ ...start, annotations, shown: WRITING, refused });
    await start.writer.rest();
    ahead = { others, writer: start.writer, begun };
  }

  async function complete(completion: Completion, lookAgain?: LookAgain): Promise<void> {
    completions += 1;
    const isRepeated = completions > 1;
    const start = await begin();
    if (start === null) return;
    const done = ahead;
    ahead = null;
    hasTried = true;
    const others = done?.others ?? (await othersOf(input));
    const writer = done?.writer ?? start.writer;
    const latest = await refresh(completion, { isRepeated, lookAgain });
    const output = renderCheckRun(latest, { ...others, detailsNote, secrets });
    const { annotations } = output;
    const begun = done?.begun ?? (await attachAhead({ ...start, annotations, shown: output, refused }));
    await completeCheck({ writer, output, begun, clock });
  }

  return {
    complete,
    prepare: (findings) =>
      prepare(findings).catch((error: unknown) => {
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'check-not-prepared');
      }),
  };
}

/** The open check, and how many annotations an earlier try has brought to it; null when there is nothing left to do. */
async function beginEnding(
  { api, clock, log, opener, stopProgress }: EndingInput,
  done: { readonly isPrepared: boolean; readonly hasTried: boolean },
): Promise<{ readonly writer: CheckWriter; readonly stood: number } | null> {
  const opened = await opener.openAgain();
  await stopProgress();
  if (opened.isCompleted) return null;
  const writer = createCheckWriter({ api, checkRunId: opened.id, clock, log });
  const mayHaveBegun = opened.isFound || done.hasTried;
  if (done.isPrepared || !mayHaveBegun) return { writer, stood: 0 };
  const standing = await writer.readStanding();
  return standing.isCompleted ? null : { writer, stood: standing.annotations };
}

type Refreshing = { readonly isRepeated: boolean; readonly lookAgain: LookAgain | undefined };

/** What is said of a moment is written soon after it, and at once: every later try looks again, however short the outage was. */
function createRefresh(clock: Clock): (completion: Completion, how: Refreshing) => Promise<Completion> {
  return async (completion, { isRepeated, lookAgain }) => {
    if (lookAgain === undefined) return completion;
    const saidAtMs = completion.kind === 'report' ? completion.report.endedAtMs : clock.now();
    const isFresh = !isRepeated && clock.now() - saidAtMs <= LOOK_AGAIN_AFTER_MS;
    return isFresh ? completion : lookAgain();
  };
}

/** What cannot be learnt of other pull requests does not keep this check open. */
async function othersOf({ log, opener, readOthers }: EndingInput): Promise<Others> {
  try {
    const { headSha } = opener;
    const others = headSha === null ? [] : ((await readOthers?.(headSha)) ?? []);
    return { others, areOthersUnknown: false };
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'check-others-unknown');
    return { others: [], areOthersUnknown: true };
  }
}
