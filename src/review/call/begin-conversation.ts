import type { ModelMessage } from '../ports/index.js';
import type { CallState } from './call-state.js';
import { CallStopped } from './call-stopped.js';
import { checkMovement } from './check-movement.js';
import { describeNothingFits } from './describe-end.js';
import { estimateRequestTokens } from './estimate-tokens.js';
import { writeFirstMessage } from './prompt/first-message.js';
import { writeSystemMessage } from './prompt/system-message.js';
import { ALL_TOOLS } from './tools.js';

/** Of what the endpoint says its context holds; the rest is for the answer and for what the estimate may miss. */
const CONTEXT_SHARE_OF_REQUEST = 0.75;
const CONTEXT_SHARE_OF_ANSWER = 0.25;
/** Of the input tokens left; the other half stays for a second look or a repair. */
const BUDGET_SHARE_OF_FIRST_REQUEST = 0.5;

/**
 * Write the first request: instructions and, through the desk, as many pages as the allowance, the budget and the
 * context hold. Ends the call when not one page fits.
 */
export async function beginConversation(call: CallState): Promise<void> {
  await checkMovement(call);
  const bare = writeMessages(call);
  const roomTokens = Math.floor(maxFirstRequestTokens(call)) - estimateRequestTokens(bare, ALL_TOOLS);
  call.desk.makeRoom(roomTokens);
  call.desk.serveAll();
  const isNothingServed = call.desk.served().length === 0 && call.spec.prepared.servingOrder.length > 0;
  if (isNothingServed) throw new CallStopped('failed', describeNothingFits());
  call.messages = writeMessages(call);
}

/**
 * Begin again, smaller, after the endpoint said that the request is longer than its context: the history is dropped, and what
 * was served counts as unread until it is served again. The new request is never the same as the refused one.
 */
export async function shrinkConversation(call: CallState, contextTokens: number | undefined): Promise<void> {
  call.hasShrunk = true;
  call.hasToldToSubmit = false;
  call.answeredPages = [];
  call.desk.restart(allowanceAfterShrink(call, contextTokens));
  if (contextTokens !== undefined) {
    call.maxRequestTokens = Math.floor(contextTokens * CONTEXT_SHARE_OF_REQUEST);
    call.maxAnswerTokens = Math.min(call.maxAnswerTokens, maxAnswerIn(contextTokens));
  }
  await beginConversation(call);
}

/** Half of what was served when the context is not known. A known one may have been passed by the room for the answer alone. */
function allowanceAfterShrink(call: CallState, contextTokens: number | undefined): number {
  const servedChars = call.desk.served().reduce((sum, { text }) => sum + text.length, 0);
  if (contextTokens === undefined) return Math.floor(servedChars / 2);
  return maxAnswerIn(contextTokens) < call.maxAnswerTokens ? servedChars : servedChars - 1;
}

function maxAnswerIn(contextTokens: number): number {
  return Math.floor(contextTokens * CONTEXT_SHARE_OF_ANSWER);
}

function maxFirstRequestTokens(call: CallState): number {
  const ofBudget = call.deps.budget.inputTokensLeft() * BUDGET_SHARE_OF_FIRST_REQUEST;
  return Math.min(ofBudget, call.maxRequestTokens ?? Number.POSITIVE_INFINITY);
}

function writeMessages({ spec, desk }: CallState): readonly ModelMessage[] {
  return [
    { role: 'system', text: writeSystemMessage(spec) },
    { role: 'user', text: writeFirstMessage(spec, desk) },
  ];
}
