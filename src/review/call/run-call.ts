import { PlumblineError } from '../errors.js';
import type { CallResult } from '../model/call.js';
import { ModelFailure } from '../model-failure.js';
import type { ModelResponse } from '../ports/index.js';
import { readAnswer } from './answer/read-answer.js';
import type { AnswerReading } from './answer/reading.js';
import { answerTools, asksForTools } from './answer-tools.js';
import { askModel } from './ask-model.js';
import { beginConversation } from './begin-conversation.js';
import type { CallDeps, CallSpec } from './call-spec.js';
import { type CallState, openCall } from './call-state.js';
import { CallStopped } from './call-stopped.js';
import { describeAnswer } from './describe-answer.js';
import { describeBudgetSpent, describeCancelled, describeKnownError } from './describe-end.js';
import { describeModelFailure } from './describe-model-failure.js';
import { addMissing, keepAnswer } from './keep-answer.js';
import { BudgetSpent } from './run-budget.js';
import { tryAgain } from './try-again.js';

type Ending = Pick<CallResult, 'outcome' | 'assessment' | 'candidates' | 'failure'>;

/**
 * Run one bounded, isolated execution of the primary reviewer. Every failure ends as a result with its outcome and a failure in
 * plain words; what was found before it is kept. Rejects only with programmer errors.
 */
export async function runCall(spec: CallSpec, deps: CallDeps): Promise<CallResult> {
  const call = openCall(spec, deps);
  const ending = await converse(call).catch((error: unknown) => endWith(call, error));
  const result: CallResult = {
    callId: spec.callId,
    ...ending,
    prose: ending.outcome === 'assessed' ? null : call.prose,
    readPages: call.answeredPages,
    usage: call.meter.usage(),
    modelId: call.modelId,
  };
  const { outcome, candidates, failure, usage } = result;
  deps.log.info(
    { callId: spec.callId, outcome, reason: failure?.reason ?? null, candidates: candidates.length, ...usage },
    'call-ended',
  );
  return result;
}

/** Ends by itself: every turn costs a request, and requests are bounded. */
async function converse(call: CallState): Promise<Ending> {
  await beginConversation(call);
  for (;;) {
    const response = await askModel(call);
    if (asksForTools(response) && !call.hasToldToSubmit) {
      await answerTools(call, response);
      continue;
    }
    const reading = readAnswer(response, call.spec.callId);
    if (reading.kind === 'assessed') return assessed(call, reading);
    keepAnswer(call, reading);
    if (!tryAgain(call, response, reading)) return unusable(call, response, reading);
  }
}

function assessed(call: CallState, { assessment, candidates }: Extract<AnswerReading, { kind: 'assessed' }>): Ending {
  return { outcome: 'assessed', assessment, candidates: addMissing(candidates, call.partial), failure: null };
}

function unusable(
  call: CallState,
  response: ModelResponse,
  reading: Exclude<AnswerReading, { kind: 'assessed' }>,
): Ending {
  const { outcome, failure } = describeAnswer(reading.kind === 'prose' ? 'prose' : reading.reason, response.refusal);
  return { outcome, assessment: null, candidates: call.partial, failure };
}

function endWith(call: CallState, error: unknown): Ending {
  const { outcome, failure } = stopOf(call, error);
  return { outcome, assessment: null, candidates: call.partial, failure };
}

function stopOf({ deps }: CallState, error: unknown): Pick<CallStopped, 'outcome' | 'failure'> {
  if (error instanceof CallStopped) return error;
  if (deps.signal.aborted) return { outcome: 'cancelled', failure: describeCancelled() };
  if (error instanceof BudgetSpent) return { outcome: 'failed', failure: describeBudgetSpent(error) };
  if (error instanceof ModelFailure) {
    return { outcome: error.kind === 'cancelled' ? 'cancelled' : 'failed', failure: describeModelFailure(error) };
  }
  if (error instanceof PlumblineError) return { outcome: 'failed', failure: describeKnownError(error) };
  throw error;
}
