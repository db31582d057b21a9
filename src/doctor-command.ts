import type { CommandCall } from './command-call.js';
import { hasFailed, renderDiagnosisJson, renderDiagnosisText, runDoctor } from './doctor/index.js';
import { readOptions } from './handlers/index.js';
import { PlumblineError } from './review/index.js';
import { secretsOf } from './secrets-of.js';
import { systemClock } from './system-clock.js';
import { createFetch } from './system-fetch.js';

/** Of one question; everything is asked side by side. */
const TIME_LIMIT_MS = 10_000;
const INTERRUPTED = 130;

/** `plumbline doctor`: 0 when nothing failed, 1 otherwise. An environment with mistakes is looked at as far as it can be understood. */
export async function doctorCommand(words: readonly string[], call: CommandCall): Promise<number> {
  const { environment, streams, variables } = call;
  const { positionals, values } = readOptions(words, { json: { type: 'boolean' }, repo: { type: 'string' } });
  if (positionals.length > 0)
    throw new PlumblineError('usage', { problem: `"doctor" takes no further word, but "${positionals[0]}" was given` });
  const stop = new AbortController();
  streams.onInterrupt(() => stop.abort());
  const diagnosis = await runDoctor({
    environment,
    environmentProblems: call.environmentProblems,
    variables,
    directory: values.repo ?? '.',
    nodeVersion: process.versions.node,
    fetch: await createFetch(environment),
    clock: systemClock,
    signal: stop.signal,
    timeLimitMs: TIME_LIMIT_MS,
  }).catch((error: unknown) => {
    if (stop.signal.aborted) return null;
    throw error;
  });
  if (diagnosis === null || stop.signal.aborted) {
    streams.stderr.write('interrupted before everything was looked at\n');
    return INTERRUPTED;
  }
  const render = values.json === true ? renderDiagnosisJson : renderDiagnosisText;
  streams.stdout.write(render(diagnosis, secretsOf(environment)));
  return hasFailed(diagnosis) ? 1 : 0;
}
