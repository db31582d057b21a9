import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ModelFailure, type ReviewModel } from '../../src/review/index.js';
import { aModelRequest, anySignal } from '../support/builders/model-request.js';
import {
  callsTools,
  cutByLength,
  httpError,
  type ModelAnswer,
  reasoningOnly,
  refuses,
  resets,
  says,
  stallsAfter,
  submitsReview,
  truncatedStream,
  withUsage,
} from '../support/model-stand-in/index.js';

export type ModelUnderTest = {
  readonly model: ReviewModel;
  readonly script: (answers: readonly ModelAnswer[]) => void;
  readonly requestCount: () => number;
  readonly close: () => Promise<void>;
};

/** What every `ReviewModel` promises its caller, whatever stands behind it. */
export function describeReviewModel(name: string, create: () => Promise<ModelUnderTest>): void {
  describe(`a review model: ${name}`, () => {
    let world: ModelUnderTest;
    beforeEach(async () => {
      world = await create();
    });
    afterEach(() => world.close());

    const respond = (request = aModelRequest(), signal = anySignal()) => world.model.respond(request, signal);
    const failure = (request = aModelRequest(), signal = anySignal()) =>
      respond(request, signal).then(
        () => null,
        (error: unknown) => error,
      );

    it('gives back the call that carries the answer', async () => {
      world.script([submitsReview({ summary: 'Fine.' })]);
      const response = await respond();
      expect(response).toMatchObject({ text: '', refusal: null, protocol: 'tools', finish: { unified: 'tool_calls' } });
      expect(response.toolCalls).toHaveLength(1);
      expect(JSON.parse(response.toolCalls[0]?.argumentsJson ?? '')).toMatchObject({ summary: 'Fine.' });
    });

    it('keeps several calls apart and in order, each with an id of its own', async () => {
      const args = (path: string) => ({ path, cursor: null });
      world.script([
        callsTools([
          { name: 'get_file_diff', args: args('a.ts') },
          { name: 'get_file_diff', args: args('b.ts') },
        ]),
      ]);
      const { toolCalls } = await respond();
      expect(toolCalls.map((call) => JSON.parse(call.argumentsJson))).toEqual([args('a.ts'), args('b.ts')]);
      expect(new Set(toolCalls.map((call) => call.id)).size).toBe(2);
    });

    it('counts each request before it leaves', async () => {
      const request = aModelRequest();
      await respond(request);
      expect(request.estimates).toHaveLength(world.requestCount());
      expect(request.estimates[0]).toBeGreaterThan(10);
    });

    it('sends nothing when the budget is spent, and passes on what the budget threw', async () => {
      const spent = new Error('spent');
      const request = aModelRequest({
        onRequest: () => {
          throw spent;
        },
      });
      expect(await failure(request)).toBe(spent);
      expect(world.requestCount()).toBe(0);
    });

    it('sends nothing when it is cancelled already', async () => {
      const request = aModelRequest();
      expect(await failure(request, AbortSignal.abort())).toMatchObject({ kind: 'cancelled' });
      expect(request.estimates).toEqual([]);
    });

    it('ends as cancelled when its signal ends a running request', async () => {
      world.script([stallsAfter(0)]);
      const controller = new AbortController();
      const ended = failure(
        aModelRequest({ onRequest: () => setImmediate(() => controller.abort()) }),
        controller.signal,
      );
      expect(await ended).toMatchObject({ kind: 'cancelled' });
    });

    it('tells the usage of the one response, with its cached part', async () => {
      world.script([withUsage(says('Hm.'), { prompt_tokens: 900, completion_tokens: 20, cached_tokens: 512 })]);
      expect((await respond()).usage).toEqual({ inputTokens: 900, cachedInputTokens: 512, outputTokens: 20 });
    });

    it('tells no usage when the endpoint told none', async () => {
      world.script([withUsage(says('Hm.'), null)]);
      expect((await respond()).usage).toBeNull();
    });

    it('tells a refusal of the model apart from its text', async () => {
      world.script([refuses('I cannot help with that.')]);
      expect(await respond()).toMatchObject({
        text: '',
        refusal: 'I cannot help with that.',
        finish: { unified: 'refusal' },
      });
    });

    it('T11: says that an answer was cut at the token limit and gives what there is of it', async () => {
      world.script([cutByLength('{"summary": "The chan')]);
      expect(await respond()).toMatchObject({
        text: '{"summary": "The chan',
        finish: { unified: 'length', raw: 'length' },
      });
    });

    it('Q03: shows reasoning that ate the answer as an empty text cut by length', async () => {
      world.script([reasoningOnly()]);
      expect(await respond()).toMatchObject({ text: '', toolCalls: [], finish: { unified: 'length' } });
    });

    it.each([
      ['a wrong key', httpError(401, { error: { message: 'no', code: 'invalid_api_key' } }), 'authentication'],
      [
        'K01 a rate limit',
        httpError(429, { error: { message: 'slow down', code: 'rate_limit_exceeded' } }),
        'rate_limited',
      ],
      ['P35 a spent quota', httpError(429, { error: { message: 'no', code: 'insufficient_quota' } }), 'quota'],
      [
        'T13 a context that is too long',
        httpError(400, { error: { message: 'no', code: 'context_length_exceeded' } }),
        'context_length',
      ],
      ['a server error', httpError(503, { error: { message: 'no' } }), 'overloaded'],
      ['a reset socket', resets(), 'network'],
      ['a socket reset in the middle', resets(600), 'network'],
      ['an answer cut in the middle', truncatedStream(), 'bad_response'],
    ])('rejects %s as one failure and does not try again', async (_case, answer, kind) => {
      world.script([answer]);
      const error = await failure();
      expect(error).toBeInstanceOf(ModelFailure);
      expect(error).toMatchObject({ kind });
      expect(world.requestCount()).toBe(1);
    });
  });
}
