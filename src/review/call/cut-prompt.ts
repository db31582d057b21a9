import { ModelFailure } from '../model-failure.js';
import type { ModelMessage, ModelResponse } from '../ports/index.js';

/** No tokenizer puts more of ordinary text into one token: prose has 4 to 5 characters a token, code 2 to 4. */
const MAX_CHARS_PER_TOKEN = 8;
/** A run of one character (indentation, rules of dashes) can be a single token, however long. */
const RUN = /(.)\1{3,}/gsu;

/**
 * Some servers cut a prompt that is longer than their context without a word, and answer what is left. They tell it in one
 * place: the tokens they say they read are fewer than the text can have. Then the pages were not read, and the
 * answer is none. Null when nothing tells of a cut; an endpoint that tells no usage cannot be judged.
 */
export function findCutPrompt(messages: readonly ModelMessage[], usage: ModelResponse['usage']): ModelFailure | null {
  if (usage === null || usage.inputTokens === 0) return null;
  const fewestTokens = countFewestTokens(messages);
  // Some count what came from their cache apart.
  if (usage.inputTokens + usage.cachedInputTokens >= fewestTokens) return null;
  const problem = `the endpoint read ${usage.inputTokens} tokens of a request that has at least ${fewestTokens}`;
  return new ModelFailure('prompt_cut', problem, { contextTokens: usage.inputTokens });
}

function countFewestTokens(messages: readonly ModelMessage[]): number {
  const sizes = messages.map(({ text }) => text.replace(RUN, '$1').length);
  return Math.floor(sizes.reduce((sum, size) => sum + size, 0) / MAX_CHARS_PER_TOKEN);
}
