import { ceilingOf, type Environment } from '../environment.js';
import { BYTES_PER_TOKEN, PAGE_CHARS } from '../review/index.js';
import { type Check, ok, skip, warn } from './check.js';
import type { ModelScene } from './model-scene.js';

const NAME = 'model context';
/** Holds all that one reviewer may be served, with room for its answer. */
const WHOLE_TOKENS = 128_000;
/** Instructions, the table of files, the tools. */
const FRAME_TOKENS = 6_000;

/** Whether what the model can hold is enough for what it is shown. */
export function checkContext({ list, modelName }: ModelScene, environment: Environment): Check {
  const models = list.kind === 'listed' ? list.models : [];
  const tokens = models.find(({ id }) => id === modelName)?.contextTokens ?? null;
  const wanted = `a whole review takes up to ${inNumbers(WHOLE_TOKENS)} tokens`;
  if (tokens === null) return skip(NAME, `the endpoint does not tell it; ${wanted}`);
  if (tokens >= WHOLE_TOKENS)
    return ok(NAME, `${inNumbers(tokens)} tokens, enough for ${inNumbers(WHOLE_TOKENS)} of a whole review`);
  const { maxAnswerTokens } = ceilingOf(environment);
  const page = Math.ceil(PAGE_CHARS / BYTES_PER_TOKEN);
  const least = FRAME_TOKENS + page + maxAnswerTokens;
  const larger = 'set PLUMBLINE_MODEL to a model with a larger context';
  if (tokens >= least)
    return warn(NAME, `${inNumbers(tokens)} tokens; ${wanted}, so large changes are read in part only`, larger);
  const found = `${inNumbers(tokens)} tokens do not hold one full page of a change (${inNumbers(page)}) and an answer of ${inNumbers(maxAnswerTokens)}`;
  return warn(
    NAME,
    found,
    larger,
    'or lower PLUMBLINE_MAX_ANSWER_TOKENS, and raise the context where the model is served',
  );
}

function inNumbers(count: number): string {
  return count.toLocaleString('en-US');
}
