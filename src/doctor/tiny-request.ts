import { ModelFailure, type ModelRequest, type ModelResponse, type ReviewModel } from '../review/index.js';
import type { DoctorWorld } from './doctor-world.js';

export type TinyAnswer = {
  readonly kind: 'answered';
  readonly protocol: ModelResponse['protocol'];
  readonly hasCalledTool: boolean;
  readonly isCut: boolean;
  readonly usage: ModelResponse['usage'];
};
export type TinyOutcome = TinyAnswer | { readonly kind: 'failed'; readonly failure: ModelFailure };

export type TinyResult = {
  readonly outcome: TinyOutcome;
  /** Requests that left; each but the last was refused for its form and answered by no model. */
  readonly sentCount: number;
};

/** Every form an endpoint may refuse, each once, and the answer. */
const MAX_SENT = 10;
/** Enough for a model that thinks before a one-word answer. */
const MAX_ANSWER_TOKENS = 1_000;
const RULE = 'This is a test of the connection. Keep it short.';
const TOOL = 'say_ready';

const TOOL_SPEC = {
  name: TOOL,
  description: 'Say that you are ready.',
  parameters: {
    type: 'object',
    properties: { ready: { type: 'boolean', description: 'Always true.' } },
    required: ['ready'],
    additionalProperties: false,
  },
};

const WISH = `Call ${TOOL} with ready set to true.`;
/** Characters every form of the request holds, tools or not. */
export const TINY_CHARS = RULE.length + WISH.length;

class TooManyForms extends Error {}

/**
 * Ask the model for one word, in the way a review is asked for: what the endpoint refuses of the form is left out, step by step.
 * Never rejects for what the endpoint does.
 */
export async function askTiny(model: ReviewModel, world: DoctorWorld): Promise<TinyResult> {
  let sentCount = 0;
  const request: ModelRequest = {
    messages: [
      { role: 'system', text: RULE },
      { role: 'user', text: WISH },
    ],
    tools: [TOOL_SPEC],
    answerTool: TOOL,
    maxOutputTokens: MAX_ANSWER_TOKENS,
    temperature: null,
    idleTimeoutMs: world.timeLimitMs,
    onRequest: () => {
      if (sentCount >= MAX_SENT) throw new TooManyForms();
      sentCount += 1;
    },
  };
  const signal = AbortSignal.any([world.signal, AbortSignal.timeout(world.timeLimitMs)]);
  try {
    return { outcome: toAnswer(await model.respond(request, signal)), sentCount };
  } catch (error) {
    return { outcome: { kind: 'failed', failure: toFailure(error) }, sentCount };
  }
}

function toAnswer({ finish, protocol, toolCalls, usage }: ModelResponse): TinyAnswer {
  const isCut = finish.unified === 'length';
  return { kind: 'answered', protocol, hasCalledTool: toolCalls.length > 0, isCut, usage };
}

function toFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof TooManyForms) {
    return new ModelFailure('invalid_request', `the endpoint refused ${MAX_SENT} forms of one request`);
  }
  throw error;
}
