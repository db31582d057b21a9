import { randomBytes } from 'node:crypto';
import { ceilingOf, type Environment, secretsOf } from './environment.js';
import { exitStatusOf } from './exit-status.js';
import { parseReviewArguments, type ReviewArguments } from './handlers/index.js';
import { openModel } from './open-model.js';
import { openSource } from './open-source.js';
import { renderJson, renderPreview, renderTerminal } from './report/index.js';
import {
  PlumblineError,
  previewReview,
  type Report,
  type ReviewRun,
  RunStopped,
  readSettings,
  runReview,
} from './review/index.js';
import type { Streams } from './streams.js';
import { systemClock } from './system-clock.js';
import { createFetch } from './system-fetch.js';
import { createTerminalProgress } from './terminal-progress.js';

type Call = {
  readonly environment: Environment;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly streams: Streams;
};

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** `plumbline review`: results on standard output, progress on standard error, the exit status of the contract. */
export async function reviewCommand(
  words: readonly string[],
  { environment, streams, variables }: Call,
): Promise<number> {
  const chosen = parseReviewArguments(words);
  const fetch = createFetch(environment);
  const stop = new AbortController();
  streams.onInterrupt(() => stop.abort(new RunStopped({ kind: 'interrupted' })));
  const { signal } = stop;
  const { settingsText, source } = openSource(chosen, { environment, fetch, variables });
  try {
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
      runSecret: randomBytes(32).toString('hex'),
    };
    if (chosen.isPreview) {
      const modelId = chosen.model ?? environment.PLUMBLINE_MODEL ?? 'no model chosen';
      const outcome = await previewReview(run, { source, signal, modelId });
      if (outcome.kind === 'nothing') throw new PlumblineError('nothing_to_review', { reason: outcome.reason });
      streams.stdout.write(renderPreview(outcome.manifest, chosen.output));
      return 0;
    }
    const model = openModel(environment, { fetch, clock: systemClock, log: SILENT }, chosen.model);
    const progress = createTerminalProgress(streams.stderr);
    const outcome = await runReview(run, {
      source,
      model,
      clock: systemClock,
      log: SILENT,
      progress: progress.report,
      signal,
    }).finally(progress.end);
    if (outcome.kind === 'nothing') throw new PlumblineError('nothing_to_review', { reason: outcome.reason });
    streams.stdout.write(render(outcome.report, chosen, environment, streams));
    return signal.aborted ? 130 : exitStatusOf(outcome.report);
  } catch (error) {
    if (!signal.aborted) throw error;
    streams.stderr.write('interrupted before anything was read\n');
    return 130;
  }
}

function render(report: Report, chosen: ReviewArguments, environment: Environment, { stdout }: Streams): string {
  const secrets = secretsOf(environment);
  if (chosen.output === 'json') return renderJson(report, { secrets });
  return renderTerminal(report, {
    width: stdout.columns ?? 80,
    useColor: stdout.isTTY === true && environment.NO_COLOR === undefined,
    explain: chosen.isExplained,
    secrets,
  });
}
