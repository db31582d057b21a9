import { randomBytes } from 'node:crypto';
import type { CommandCall } from './command-call.js';
import { ceilingOf } from './environment.js';
import { exitStatusOf } from './exit-status.js';
import { parseReviewArguments, type ReviewArguments } from './handlers/index.js';
import { nothingToReview } from './nothing-to-review.js';
import { openAnalyzers } from './open-analyzers.js';
import { openSource } from './open-source.js';
import { renderReport } from './render-report.js';
import { renderPreview } from './report/index.js';
import {
  type ChangeSource,
  PlumblineError,
  previewReview,
  type ReviewModel,
  type ReviewRun,
  RunStopped,
  readSettings,
  runReview,
} from './review/index.js';
import { silentLog } from './silent-log.js';
import { systemClock } from './system-clock.js';
import { createFetch } from './system-fetch.js';
import { createTerminalProgress } from './terminal-progress.js';
import { checkOutputs, writeOutputs } from './write-outputs.js';

type Task = CommandCall & { readonly chosen: ReviewArguments; readonly signal: AbortSignal };

const INTERRUPTED = 130;
const PLAIN = { width: 80, useColor: false };

/** `plumbline review`: results on standard output, progress on standard error, the exit status of the contract. */
export async function reviewCommand(words: readonly string[], call: CommandCall): Promise<number> {
  const chosen = parseReviewArguments(words);
  const stop = new AbortController();
  call.streams.onInterrupt(() => stop.abort(new RunStopped({ kind: 'interrupted' })));
  const task = { ...call, chosen, signal: stop.signal };
  await checkOutputs(chosen.files);
  try {
    return chosen.isPreview ? await preview(task) : await review(task);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    call.streams.stderr.write('interrupted before anything was reviewed\n');
    return INTERRUPTED;
  }
}

async function preview(task: Task): Promise<number> {
  const { chosen, environment, signal, streams } = task;
  const { run, source } = await prepareRun(task, await createFetch(environment));
  const modelId = chosen.isWithoutModel ? null : (chosen.model ?? environment.PLUMBLINE_MODEL ?? null);
  const outcome = await previewReview(run, { source, signal, modelId });
  if (outcome.kind === 'nothing') throw await nothingToReview(outcome.reason, { ...task, source, target: run.target });
  streams.stdout.write(renderPreview(outcome.manifest, previewFormat(chosen), outcome.notices));
  return 0;
}

async function review(task: Task): Promise<number> {
  const { chosen, environment, signal, streams, variables } = task;
  const fetch = await createFetch(environment);
  const { openModel } = await import('./open-model.js');
  const world = { fetch, clock: systemClock, log: silentLog };
  const model: ReviewModel | null = chosen.isWithoutModel ? null : openModel(environment, world, chosen.model);
  const { run, source } = await prepareRun(task, fetch);
  const progress = createTerminalProgress(streams.stderr);
  const outcome = await runReview(run, {
    source,
    model,
    analyzers: await openAnalyzers(environment, variables),
    clock: systemClock,
    log: silentLog,
    progress: progress.report,
    signal,
  }).finally(progress.end);
  if (outcome.kind === 'nothing') throw await nothingToReview(outcome.reason, { ...task, source, target: run.target });
  const { columns, isTTY } = streams.stdout;
  const screen = { width: columns ?? PLAIN.width, useColor: isTTY === true && environment.NO_COLOR === undefined };
  streams.stdout.write(renderReport(outcome.report, chosen.output, { ...task, surface: screen }));
  await writeOutputs(chosen.files, (format) => renderReport(outcome.report, format, { ...task, surface: PLAIN }));
  return signal.aborted ? INTERRUPTED : exitStatusOf(outcome.report, { isModelWanted: !chosen.isWithoutModel });
}

/** Pin the target and read its settings: everything that is known before anything is planned. */
async function prepareRun(
  { chosen, environment, signal, variables }: Task,
  fetch: typeof globalThis.fetch,
): Promise<{ readonly run: ReviewRun; readonly source: ChangeSource }> {
  const { settingsText, source } = await openSource(chosen, { environment, fetch, variables });
  const target = await source.pin(signal);
  const { problems, settings } = readSettings(await settingsText(target, signal));
  const run: ReviewRun = {
    runId: `cli-${randomBytes(6).toString('hex')}`,
    target,
    settings: chosen.failOn === null ? settings : { ...settings, fail_on: chosen.failOn },
    settingsProblems: problems,
    ceiling: ceilingOf(environment),
    paths: chosen.paths,
    focus: chosen.focus,
    record: null,
    runSecret: randomBytes(32).toString('hex'),
  };
  return { run, source };
}

/** A plan has two forms only. */
function previewFormat({ files, output }: ReviewArguments): 'text' | 'json' {
  if (files.length === 0 && (output === 'text' || output === 'json')) return output;
  throw new PlumblineError('usage', { problem: 'a preview is printed as text or with --json' });
}
