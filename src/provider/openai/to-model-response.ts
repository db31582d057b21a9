import type { ModelResponse, ToolCall } from '../../review/index.js';
import type { Protocol } from './build-body.js';
import type { Collected } from './collect-answer.js';
import { mapFinishReason } from './map-finish-reason.js';
import { stripReasoning } from './strip-reasoning.js';

/** Turn a collected answer into the core's words. `turn` makes ids unique over a conversation where the endpoint gives none. */
export function toModelResponse(
  answer: Collected,
  asked: { readonly model: string; readonly protocol: Protocol; readonly turn: number },
): ModelResponse {
  const toolCalls = asked.protocol === 'tools' ? toToolCalls(answer.calls, asked.turn) : [];
  const refusal = answer.refusal === '' ? null : answer.refusal;
  return {
    text: stripReasoning(answer.text),
    toolCalls,
    finish: mapFinishReason(answer.finish, { hasToolCalls: toolCalls.length > 0, hasRefused: refusal !== null }),
    refusal,
    usage: answer.usage,
    modelId: answer.modelId ?? asked.model,
    protocol: asked.protocol,
  };
}

/** Ids that are missing or used twice are replaced: an answer to a call must name exactly one. */
function toToolCalls(calls: Collected['calls'], turn: number): readonly ToolCall[] {
  const seen = new Set<string>();
  return calls.map((call, position) => {
    const id = call.id === '' || seen.has(call.id) ? `call_${turn}_${position}` : call.id;
    seen.add(id);
    return { id, name: call.name, argumentsJson: call.argumentsJson };
  });
}
