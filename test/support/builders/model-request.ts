import { createOpenaiReviewModel, type OpenaiReviewModelOptions } from '../../../src/provider/openai/index.js';
import type { Clock, ModelRequest, ReviewModel } from '../../../src/review/index.js';
import { systemClock } from '../../../src/system-clock.js';

export const answerTool = {
  name: 'submit_review',
  description: 'Submit the review.',
  parameters: {
    type: 'object',
    properties: { summary: { type: 'string' }, findings: { type: 'array', items: { type: 'string' } } },
    required: ['summary', 'findings'],
    additionalProperties: false,
  },
};

export const diffTool = {
  name: 'get_file_diff',
  description: 'Read the change of one file.',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, cursor: { type: ['string', 'null'] } },
    required: ['path', 'cursor'],
    additionalProperties: false,
  },
};

export type AskedRequest = ModelRequest & { readonly estimates: number[] };

/** A request of a reviewer; `estimates` collects what `onRequest` was told. */
export function aModelRequest(overrides: Partial<ModelRequest> = {}): AskedRequest {
  const estimates: number[] = [];
  return {
    messages: [
      { role: 'system', text: 'You review changes.' },
      { role: 'user', text: 'Review the change of src/app.ts.' },
    ],
    tools: [diffTool, answerTool],
    answerTool: 'submit_review',
    maxOutputTokens: 16_000,
    temperature: 0,
    idleTimeoutMs: 15_000,
    onRequest: ({ inputTokens }) => estimates.push(inputTokens),
    ...overrides,
    estimates,
  };
}

/** The real adapter over the real network, for a stand-in on the loopback. */
export function aReviewModel(
  options: Partial<OpenaiReviewModelOptions> & { readonly baseUrl: string | null },
  clock: Clock = systemClock,
): ReviewModel {
  return createOpenaiReviewModel({ apiKey: 'key-for-tests-0001', model: 'stand-in', fetch, clock, ...options });
}

export function anySignal(): AbortSignal {
  return new AbortController().signal;
}
