/**
 * Sentences by which servers say that a request is too long, with the size of the context where they tell it. Used only for
 * statuses that leave the cause open (400, 413, 422) and only when no code names another cause: most servers besides
 * OpenAI give nothing but the sentence.
 */
const SENTENCES: readonly RegExp[] = [
  /maximum context length (?:is|of) (\d[\d,]*)/i,
  /maximum model length of (\d[\d,]*)/i,
  /context length is only (\d[\d,]*)/i,
  /context length of only (\d[\d,]*)/i,
  /available context size \((\d[\d,]*)/i,
  /too large for model with (\d[\d,]*) maximum context/i,
  /prompt is too long: \d[\d,]* tokens > (\d[\d,]*)/i,
  /exceeds the maximum number of tokens allowed \((\d[\d,]*)/i,
  /n_ctx: (\d[\d,]*)/i,
  /`inputs` (?:tokens \+ `max_new_tokens` )?must (?:be|have less than) (?:<= )?(\d[\d,]*)/i,
  /exceeds the (?:model's )?context window/i,
  /exceeded max context length/i,
  /input length exceeds the context length/i,
  /exceeds the available context size/i,
  /prompt (?:is )?too long/i,
];

/** How much of a foreign message is looked at: its own words stand first, an echo of the prompt behind them. */
const LOOKED_AT_CHARS = 600;

/** The context size a sentence tells, `unknown` when it only says that the request is too long, null when it says neither. */
export function contextTokensIn(message: string | null): number | 'unknown' | null {
  const start = (message ?? '').slice(0, LOOKED_AT_CHARS);
  for (const sentence of SENTENCES) {
    const found = sentence.exec(start);
    if (found !== null) return found[1] === undefined ? 'unknown' : toNumber(found[1]);
  }
  return null;
}

const INPUT_TOKENS: readonly RegExp[] = [
  /\((\d[\d,]*) in the messages/i,
  /your request has (\d[\d,]*) input tokens/i,
  /you passed (\d[\d,]*) input tokens/i,
  /\((\d[\d,]*) of text input/i,
];

/** Input tokens the endpoint counted, when its sentence tells them; null otherwise. */
export function inputTokensIn(message: string | null): number | null {
  const start = (message ?? '').slice(0, LOOKED_AT_CHARS);
  const found = INPUT_TOKENS.map((sentence) => sentence.exec(start)?.[1]).find((digits) => digits !== undefined);
  return found === undefined ? null : toNumber(found);
}

function toNumber(digits: string): number {
  return Number(digits.replaceAll(',', ''));
}
