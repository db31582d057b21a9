import {
  type CheckPublisher,
  type Clock,
  keepTrying,
  type Log,
  PlumblineError,
  type ProgressPhase,
  retryAtMsOf,
  type SiblingConclusion,
} from '../../review/index.js';
import { progressLine } from '../render/progress-line.js';
import { buttonsOf } from './buttons-of.js';
import { type CheckApi, type CheckClient, createCheckApi } from './check-api.js';
import { createCheckEnding } from './check-ending.js';
import { CheckOpener } from './check-opener.js';
import { UPDATE } from './check-writer.js';
import { createProgressEditor, type ProgressEditor } from './progress-editor.js';

export type CheckPublisherInput = {
  readonly octokit: CheckClient;
  readonly repository: { readonly owner: string; readonly name: string };
  /** `runId` becomes the check's external id: a second publisher of the same run finds the check of the first. */
  readonly check: { readonly runId: string; readonly name: string; readonly pullRequest: number | null };
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the process is about to end: what GitHub cannot take now is no longer held. */
  readonly closing?: AbortSignal;
  /** At most one progress edit in this time. */
  readonly minProgressIntervalMs: number;
  /** The run may have opened its check before (a restart): look for it first. */
  readonly isResumed?: boolean;
  /** Outcomes of other open pull requests with the same head, asked for just before the check is completed. */
  readonly readOthers?: (headSha: string) => Promise<readonly SiblingConclusion[]>;
  /** One line of the caller's own Markdown for the end of the check. */
  readonly detailsNote?: string;
  /** Masked verbatim wherever they appear. */
  readonly secrets?: readonly string[];
};

/**
 * Publish one check run. Normally one write to open and one to complete (one more for every 50 annotations beyond the
 * first 50); no write is sent twice that may have been executed. What GitHub cannot take is held and tried again, and told
 * in the log when that ends without success. Rejects with `provider_denied` (told once, then without another request),
 * `provider_rate_limited` or `provider_failed`.
 */
export function createCheckPublisher(input: CheckPublisherInput): CheckPublisher {
  const { check, clock, log } = input;
  const api = createCheckApi(input);
  const opener = new CheckOpener({ api, check, clock, log, isResumed: input.isResumed ?? false });
  const edit = createEdit({ api, opener, clock, log });
  const progress = createProgressEditor({ edit, clock, minIntervalMs: input.minProgressIntervalMs });
  const ending = createCheckEnding({ ...input, api, opener, stopProgress: progress.stop });
  const hold = createHold(input, opener);
  let completing: Promise<void> | null = null;
  return {
    open: async (start) => {
      await hold(() => opener.open(start));
      progress.start();
    },
    progress: (phase: ProgressPhase) => progress.show(progressLine(phase)),
    leave: (words) => leaveOpen(words, { api, opener, progress, log }),
    prepare: ending.prepare,
    complete: (completion, lookAgain) => {
      completing ??= hold(() => ending.complete(completion, lookAgain)).catch((error: unknown) => {
        completing = null;
        throw error;
      });
      return completing;
    },
  };
}

/** The last words of a check that stays open for now; its buttons say how it goes on. */
async function leaveOpen(
  words: string,
  around: {
    readonly api: CheckApi;
    readonly opener: CheckOpener;
    readonly progress: ProgressEditor;
    readonly log: Log;
  },
): Promise<void> {
  const { api, log, opener, progress } = around;
  await progress.stop();
  if (opener.opened === null || opener.opened.isCompleted) return;
  const { id } = opener.opened;
  const changes = { output: { title: words, summary: words }, actions: buttonsOf('paused') };
  const outcome = await api.attempt(UPDATE, { check_run_id: id, ...changes });
  if (outcome.kind !== 'done') log.warn({ checkRunId: id, kind: outcome.kind }, 'check-progress-failed');
}

/** Hold a piece of the check's life until GitHub takes it. */
function createHold(
  { check: { runId }, clock, closing = new AbortController().signal, log }: CheckPublisherInput,
  opener: CheckOpener,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const trying = { clock, log, closing, held: { message: 'check-held', facts: { runId } } };
  return (work) =>
    keepTrying(work, trying).catch((error: unknown) => {
      tellLoss(error, runId, opener, log);
      throw error;
    });
}

/** What is left behind is told once, with the run that it was for. A check that may not be opened is told by its opener. */
function tellLoss(error: unknown, runId: string, { opened }: CheckOpener, log: Log): void {
  const reason = error instanceof PlumblineError ? error.message : 'unknown';
  if (opened !== null) log.error({ runId, checkRunId: opened.id, reason }, 'check-left-open');
  else if (retryAtMsOf(error) !== null) log.error({ runId, reason }, 'check-not-opened');
}

/**
 * One edit of the progress line. Its failures are logged and forgotten; after a limit nothing is sent until it has passed.
 * Only the first names the status: one that arrives late must not open a completed check again.
 */
function createEdit(around: {
  readonly api: CheckApi;
  readonly opener: CheckOpener;
  readonly clock: Clock;
  readonly log: Log;
}): (line: string) => Promise<void> {
  const { api, opener, clock, log } = around;
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  let status: object = { status: 'in_progress', actions: buttonsOf('running') };
  return async (line) => {
    const { opened } = opener;
    if (opened === null || opened.isCompleted || clock.now() < quietUntilMs) return;
    const output = { title: line, summary: line };
    const outcome = await api.attempt(UPDATE, { check_run_id: opened.id, ...status, output });
    if (outcome.kind === 'done') status = {};
    if (outcome.kind === 'limited') quietUntilMs = clock.now() + outcome.waitMs;
    if (outcome.kind !== 'done') log.warn({ checkRunId: opened.id, kind: outcome.kind }, 'check-progress-failed');
  };
}
