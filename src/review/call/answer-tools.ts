import type { ModelMessage, ModelResponse, ToolCall } from '../ports/index.js';
import type { CallState } from './call-state.js';
import { checkMovement } from './check-movement.js';
import type { DeskAnswer } from './desk-answer.js';
import { estimateRequestTokens } from './estimate-tokens.js';
import { chooseNonce, fence } from './fence.js';
import { GET_FILE_DIFF, getFileDiff, type ToolError } from './get-file-diff-tool.js';
import { toMaterial } from './prompt/page-section.js';
import { SUBMIT_REVIEW } from './submit-review-tool.js';
import { ALL_TOOLS } from './tools.js';

type Answer = DeskAnswer | ToolError | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** The response asks for something and hands in nothing. */
export function asksForTools({ toolCalls }: ModelResponse): boolean {
  return toolCalls.length > 0 && toolCalls.every(({ name }) => name !== SUBMIT_REVIEW);
}

/** Answer every tool call of a response, pages through the desk, everything that is wrong as data. */
export async function answerTools(call: CallState, response: ModelResponse): Promise<void> {
  await checkMovement(call);
  const asked: ModelMessage = assistantTurn(response);
  const nextTokens = estimateRequestTokens([...call.messages, asked], ALL_TOOLS);
  call.desk.makeRoom(roomOf(call) - nextTokens);
  const answers = response.toolCalls.map(
    (toolCall): ModelMessage => ({
      role: 'tool',
      toolCallId: toolCall.id,
      text: writeAnswer(answerTool(call, toolCall), call),
    }),
  );
  call.messages = [...call.messages, asked, ...answers];
}

/** The model's own turn as it is given back to it. Endpoints refuse a history whose arguments are no JSON. */
export function assistantTurn({ text, toolCalls }: ModelResponse): ModelMessage {
  return {
    role: 'assistant',
    text,
    toolCalls: toolCalls.map((toolCall) =>
      isJson(toolCall.argumentsJson) ? toolCall : { ...toolCall, argumentsJson: '{}' },
    ),
  };
}

function roomOf({ deps, maxRequestTokens }: CallState): number {
  return Math.min(deps.budget.inputTokensLeft(), maxRequestTokens ?? Number.POSITIVE_INFINITY);
}

function answerTool(call: CallState, { name, argumentsJson }: ToolCall): Answer {
  if (call.toolCallsLeft <= 0) {
    return { kind: 'error', code: 'tool_calls_spent', message: 'no tool call is left: call submit_review' };
  }
  call.toolCallsLeft -= 1;
  if (name === GET_FILE_DIFF) return getFileDiff(call.desk, argumentsJson);
  const message = `there is no such tool; there are ${ALL_TOOLS.map((tool) => tool.name).join(' and ')}`;
  return { kind: 'error', code: 'unknown_tool', message };
}

function writeAnswer(answer: Answer, { spec }: CallState): string {
  if (answer.kind !== 'page') return JSON.stringify(answer);
  const material = toMaterial(answer.page);
  const nonce = chooseNonce(spec.runSecret, spec.prepared.evidence.fingerprint, [material]);
  return `${JSON.stringify({ kind: 'page', nextCursor: answer.nextCursor })}\n${fence(nonce, material)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
