import { type Check, ok, skip, warn } from './check.js';
import type { ModelScene } from './model-scene.js';
import { TINY_CHARS } from './tiny-request.js';

const NAME = 'model tokens';
/** No tokenizer puts more of ordinary text into one token. The reviewer judges answers by the same number. */
const MAX_CHARS_PER_TOKEN = 8;

/**
 * Whether the tokens the endpoint says it read can be true. Servers that cut a long prompt tell it nowhere else, so a review
 * whose pages have more text than the tokens it reports is taken as cut and ends as not assessed.
 */
export function checkTokens({ tiny }: ModelScene): Check {
  if (tiny?.kind !== 'answered') return skip(NAME, 'nothing was answered');
  if (tiny.usage === null || tiny.usage.inputTokens === 0)
    return skip(NAME, 'the endpoint does not tell what it read, so a prompt that it cuts cannot be noticed');
  const { cachedInputTokens, inputTokens } = tiny.usage;
  const fewest = Math.floor(TINY_CHARS / MAX_CHARS_PER_TOKEN);
  if (inputTokens + cachedInputTokens >= fewest) return ok(NAME, `${inputTokens} read, as many as can be`);
  return warn(
    NAME,
    `the endpoint says it read ${inputTokens} tokens of a request that has at least ${fewest}: it cuts prompts or counts falsely, and reviews would be taken as cut`,
    'raise the context where the model is served (Ollama: OLLAMA_CONTEXT_LENGTH), or use an endpoint that counts',
  );
}
