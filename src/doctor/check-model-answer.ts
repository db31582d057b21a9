import { type Check, fail, ok, skip, warn } from './check.js';
import type { ModelScene } from './model-scene.js';
import { MODEL_STEPS } from './model-steps.js';
import type { TinyAnswer } from './tiny-request.js';

const NAME = 'model answer';
const NO_TOOLS =
  'a change that does not fit into one message is read in part only: set PLUMBLINE_MODEL to a model that calls tools to review large ones';
const IN_FORM: Readonly<Record<Exclude<TinyAnswer['protocol'], 'tools'>, string>> = {
  json_schema: 'JSON by schema',
  json_object: 'a JSON object',
  text: 'JSON in plain text',
};

/** Whether the model answers, and how it can be asked. */
export function checkAnswer({ tiny }: ModelScene): Check {
  if (tiny === null) return skip(NAME, 'no model is named');
  if (tiny.kind === 'answered') return judge(tiny);
  const { kind, message } = tiny.failure;
  if (kind === 'authentication' || kind === 'permission') return skip(NAME, 'the key was refused');
  if (kind === 'unknown_model') return skip(NAME, 'the endpoint does not have the model');
  const isPassing = kind === 'rate_limited' || kind === 'overloaded';
  if (kind === 'cancelled' || kind === 'stalled')
    return fail(NAME, 'no answer within the time limit', MODEL_STEPS[kind]);
  return (isPassing ? warn : fail)(NAME, message, MODEL_STEPS[kind]);
}

function judge({ hasCalledTool, isCut, protocol }: TinyAnswer): Check {
  if (protocol !== 'tools') return warn(NAME, `it takes no tools and is asked for ${IN_FORM[protocol]}`, NO_TOOLS);
  if (hasCalledTool) return ok(NAME, 'it calls tools');
  if (isCut) return ok(NAME, 'tools are offered; the answer was longer than this test lets it be');
  return warn(NAME, 'tools are offered, but it answered in words', NO_TOOLS);
}
