import { ModelFailure, type ModelFailureKind } from '../model-failure.js';
import type { ModelResponse } from '../ports/index.js';
import { readAnswer } from './answer/read-answer.js';
import { shrinkConversation } from './begin-conversation.js';
import type { CallState } from './call-state.js';
import { CallStopped } from './call-stopped.js';
import { findCutPrompt } from './cut-prompt.js';
import { estimateRequestTokens } from './estimate-tokens.js';
import { keepAnswer } from './keep-answer.js';
import { SUBMIT_REVIEW } from './submit-review-tool.js';
import { ALL_TOOLS, ANSWER_ONLY } from './tools.js';

const SHRINKING: ReadonlySet<ModelFailureKind> = new Set<ModelFailureKind>(['context_length', 'prompt_cut']);

const SUBMIT_NOW = `There is room for this one answer only. Call submit_review now with what you have; name what you could not
look at in residual_risk.`;

/**
 * Send the conversation as it stands. A request longer than the model's context is made smaller once, also when the endpoint did
 * not refuse it but cut it: such an answer is of a part nobody knows.
 */
export async function askModel(call: CallState): Promise<ModelResponse> {
  try {
    return await send(call);
  } catch (error) {
    if (!(error instanceof ModelFailure) || !SHRINKING.has(error.kind) || call.hasShrunk) throw error;
    const { contextTokens } = error.facts;
    call.deps.log.info({ callId: call.spec.callId, contextTokens: contextTokens ?? null }, 'call-shrunk');
    await shrinkConversation(call, contextTokens).catch((end: unknown) => {
      // That nothing fits is the endpoint's doing, and it is told as that.
      throw end instanceof CallStopped && error.kind === 'prompt_cut' ? error : end;
    });
    return send(call);
  }
}

async function send(call: CallState): Promise<ModelResponse> {
  const isLast = isLastAnswer(call);
  if (isLast && !call.hasToldToSubmit) {
    call.hasToldToSubmit = true;
    call.messages = [...call.messages, { role: 'user', text: SUBMIT_NOW }];
  }
  const pages = call.desk.served();
  const response = await call.sender.send({
    messages: call.messages,
    tools: isLast ? ANSWER_ONLY : ALL_TOOLS,
    answerTool: SUBMIT_REVIEW,
    maxOutputTokens: Math.min(call.maxAnswerTokens, call.deps.budget.outputTokensLeft()),
    temperature: null,
    idleTimeoutMs: call.spec.limits.idleTimeoutMs,
  });
  call.answeredPages = pages;
  call.modelId = response.modelId || call.modelId;
  const cut = findCutPrompt(call.messages, response.usage);
  if (cut === null) return response;
  keepAnswer(call, readAnswer(response, call.spec.callId));
  throw cut;
}

/** One request is left, or no tool call, or no tokens for a second request of this size. */
function isLastAnswer(call: CallState): boolean {
  const { budget } = call.deps;
  const nextTokens = estimateRequestTokens(call.messages, ALL_TOOLS);
  return budget.requestsLeft() <= 1 || call.toolCallsLeft <= 0 || budget.inputTokensLeft() < 2 * nextTokens;
}
