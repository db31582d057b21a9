import type { ModelResponse } from '../../review/index.js';

type Finish = ModelResponse['finish'];

const UNIFIED: Readonly<Record<string, Finish['unified']>> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  end_turn: 'stop',
  complete: 'stop',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'content_filter',
  safety: 'content_filter',
  recitation: 'content_filter',
  prohibited_content: 'content_filter',
  refusal: 'refusal',
};

/** Words by which an endpoint says that it broke off: not an end of the answer at all. */
const BROKEN_OFF = new Set(['error', 'abort', 'insufficient_system_resource', 'network_error', 'cancelled']);

export function isBrokenOff(raw: string | null): boolean {
  return raw !== null && BROKEN_OFF.has(raw.toLowerCase());
}

/** The endpoint's own word beside ours. A word nobody knows is `other`; an answer with calls that says `stop` ended in calls. */
export function mapFinishReason(
  raw: string | null,
  answer: { readonly hasToolCalls: boolean; readonly hasRefused: boolean },
): Finish {
  if (answer.hasRefused) return { unified: 'refusal', raw };
  const unified = raw === null ? 'other' : (UNIFIED[raw.toLowerCase()] ?? 'other');
  if (unified === 'stop' && answer.hasToolCalls) return { unified: 'tool_calls', raw };
  if (unified === 'tool_calls' && !answer.hasToolCalls) return { unified: 'other', raw };
  return { unified, raw };
}
