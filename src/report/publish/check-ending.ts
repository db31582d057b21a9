import type { CheckPublisher, Clock, Completion, Finding, Log, SiblingConclusion } from '../../review/index.js';
import { toAnnotations } from '../render/check-annotations.js';
import { renderCheckRun } from '../render/render-check-run.js';
import { BATCH_SIZE } from './attach-annotations.js';
import type { CheckApi } from './check-api.js';
import type { CheckOpener } from './check-opener.js';
import { type CheckWriter, createCheckWriter } from './check-writer.js';
import { attachAhead, type Begun, completeCheck } from './complete-check.js';

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
type Ahead = { readonly others: Others; readonly writer: CheckWriter; readonly begun: Begun | null };

/** The end of one check: what can be done ahead, and the conclusion. A try that failed is followed by a look at what stands. */
export function createCheckEnding(input: EndingInput): Required<Pick<CheckPublisher, 'prepare' | 'complete'>> {
  const { api, clock, detailsNote, log, opener, secrets = [], stopProgress } = input;
  let hasTried = false;
  let ahead: Ahead | null = null;
  const writerOf = (checkRunId: number) => createCheckWriter({ api, checkRunId, clock, log });

  async function prepare(findings: readonly Finding[]): Promise<void> {
    const opened = await opener.openAgain();
    await stopProgress();
    if (opened.isCompleted) return;
    const others = await othersOf(input);
    const writer = writerOf(opened.id);
    const { annotations } = toAnnotations(findings, secrets);
    const isResumed = opened.isFound || hasTried;
    hasTried ||= annotations.length > BATCH_SIZE;
    const begun = await attachAhead({ writer, annotations, shown: WRITING, isResumed });
    await writer.rest();
    ahead = { others, writer, begun };
  }

  async function complete(completion: Completion): Promise<void> {
    const opened = await opener.openAgain();
    await stopProgress();
    if (opened.isCompleted) return;
    const { others, writer, begun } = ahead ?? {
      others: await othersOf(input),
      writer: writerOf(opened.id),
      begun: null,
    };
    ahead = null;
    const isResumed = opened.isFound || hasTried;
    hasTried = true;
    const output = renderCheckRun(completion, { ...others, detailsNote, secrets });
    await completeCheck({ writer, output, begun, isResumed, clock });
  }

  return {
    complete,
    prepare: (findings) =>
      prepare(findings).catch((error: unknown) => {
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'check-not-prepared');
      }),
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
