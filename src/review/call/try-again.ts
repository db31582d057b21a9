import { clip } from '../clip.js';
import type { ModelMessage, ModelResponse } from '../ports/index.js';
import type { AnswerReading } from './answer/reading.js';
import { assistantTurn } from './answer-tools.js';
import type { CallState } from './call-state.js';
import { problemOf } from './describe-answer.js';

/** How much longer an answer may be the second time, when reasoning ate the first. */
const RAISE_FACTOR = 4;
/** Of a broken answer, as much as helps to see what was wrong with it. */
const MAX_SHOWN_BACK_CHARS = 8_000;

type Unusable = Exclude<AnswerReading, { kind: 'assessed' }>;

/**
 * Prepare the one more try that an unusable answer gets: room for a longer answer when reasoning ate this one, otherwise
 * one repair that says what was wrong. False when that try was used up before.
 */
export function tryAgain(call: CallState, response: ModelResponse, reading: Unusable): boolean {
  const reason = reading.kind === 'prose' ? 'prose' : reading.reason;
  const wasRaised = response.finish.unified === 'length' && raiseAnswer(call);
  // The same request again is of use only with more room for the answer.
  if (response.finish.unified === 'length' && reason === 'empty') return wasRaised;
  if (call.hasRepaired) return false;
  call.hasRepaired = true;
  call.messages = [...call.messages, ...repairTurns(response, problemOf(reason), reason === 'cut_off')];
  return true;
}

/** Once, and not when the context is known to be tight. */
function raiseAnswer(call: CallState): boolean {
  if (call.hasRaisedAnswer || call.hasShrunk) return false;
  call.hasRaisedAnswer = true;
  call.maxAnswerTokens *= RAISE_FACTOR;
  return true;
}

function repairTurns(response: ModelResponse, problem: string, isCut: boolean): readonly ModelMessage[] {
  const shorter = isCut ? ' Keep every finding and make the bodies shorter: two sentences each.' : '';
  const wanted = `The answer ${problem}. Hand in the whole review again with submit_review: every field, "assessed": true if you
did the review, "findings": [] if there is none.${shorter}`;
  if (response.toolCalls.length === 0 || isCut) return [shownBack(response), { role: 'user', text: wanted }];
  const answers = response.toolCalls.map(
    ({ id }): ModelMessage => ({
      role: 'tool',
      toolCallId: id,
      text: JSON.stringify({ kind: 'error', code: 'review_not_accepted', message: wanted }),
    }),
  );
  return [assistantTurn(response), ...answers];
}

function shownBack({ text, toolCalls }: ModelResponse): ModelMessage {
  const said = [text, ...toolCalls.map(({ argumentsJson }) => argumentsJson)]
    .filter((part) => part.trim() !== '')
    .join('\n');
  return { role: 'assistant', text: clip(said, MAX_SHOWN_BACK_CHARS) || '(no answer)', toolCalls: [] };
}
