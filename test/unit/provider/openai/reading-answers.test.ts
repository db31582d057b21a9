import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aModelRequest, anySignal, aReviewModel } from '../../../support/builders/model-request.js';
import {
  contentFilter,
  drips,
  emptySseFrames,
  emptyStream,
  htmlPage,
  httpError,
  type ModelStandIn,
  plainJsonDespiteStream,
  rawBody,
  resets,
  says,
  stallsAfter,
  startModelStandIn,
  submitsReview,
  truncatedStream,
  withThink,
} from '../../../support/model-stand-in/index.js';

let endpoint: ModelStandIn;
beforeEach(async () => {
  endpoint = await startModelStandIn();
});
afterEach(() => endpoint.close());

const respond = (overrides = {}, signal = anySignal()) =>
  aReviewModel({ baseUrl: endpoint.baseUrl }).respond(aModelRequest(overrides), signal);

const frame = (choice: object, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }], ...more })}\n\n`;
const finished = (reason: string | null = 'stop') => frame({ delta: {}, finish_reason: reason });
const DONE = 'data: [DONE]\n\n';

describe('reading answers', () => {
  it('T12: skips comments, empty data and frames without choices', async () => {
    endpoint.script([emptySseFrames(says('All good.'))]);
    expect(await respond()).toMatchObject({ text: 'All good.', finish: { unified: 'stop' } });
  });

  it('reads one JSON text where a stream was asked for', async () => {
    endpoint.script([plainJsonDespiteStream(submitsReview({ summary: 'Plain.' }))]);
    const { toolCalls, usage } = await respond();
    expect(JSON.parse(toolCalls[0]?.argumentsJson ?? '')).toMatchObject({ summary: 'Plain.' });
    expect(usage).not.toBeNull();
  });

  it('reads a stream whatever its content type and line ends are', async () => {
    const text = frame({ delta: { content: 'Grüße, 世界' } }) + finished() + DONE;
    endpoint.script([rawBody(text.replaceAll('\n', '\r\n'), 'application/json')]);
    expect((await respond()).text).toBe('Grüße, 世界');
  });

  it.each([
    ['an empty stream', emptyStream()],
    ['a stream of nothing but its end', rawBody(DONE)],
    ['a truncated stream', truncatedStream()],
    ['a login page', htmlPage()],
    ['a gateway page', htmlPage(502)],
    ['broken JSON', rawBody('{"choices": [', 'application/json')],
    ['JSON of another kind', rawBody('{"status": "ok"}', 'application/json')],
    ['plain words', rawBody('upstream error', 'text/plain')],
    ['a broken frame', rawBody(`data: {"choices": [\n\n${finished()}${DONE}`)],
    ['frames of another shape', rawBody(`data: {"choices": "none"}\n\n${DONE}`)],
    ['an end by error', rawBody(frame({ delta: { content: 'Half' } }) + finished('error') + DONE)],
  ])('rejects %s as a bad response', async (_case, answer) => {
    endpoint.script([answer]);
    await expect(respond()).rejects.toMatchObject({ kind: 'bad_response' });
  });

  it('takes an end that is told by [DONE] alone as an end of unknown kind', async () => {
    endpoint.script([rawBody(frame({ delta: { content: 'Short.' } }) + DONE)]);
    expect(await respond()).toMatchObject({ text: 'Short.', finish: { unified: 'other', raw: null } });
  });

  it('keeps a finished answer whose stream never ends', async () => {
    const text = frame({ delta: { content: 'Done.' } }) + finished();
    endpoint.script([stallsAfter(Buffer.byteLength(text), text)]);
    expect(await respond({ idleTimeoutMs: 150 })).toMatchObject({ text: 'Done.', finish: { unified: 'stop' } });
  });

  it.each([
    [{ error: { message: 'slow down', code: 429 } }, 'rate_limited'],
    [{ error: { message: 'no provider', code: 502 }, choices: [] }, 'overloaded'],
    [{ error: { message: 'too long', code: 'context_length_exceeded' } }, 'context_length'],
    [{ error: 'something broke' }, 'bad_response'],
    [{ object: 'error', message: 'bad', code: 400 }, 'invalid_request'],
  ])('classifies the error %p told inside a stream', async (error, kind) => {
    endpoint.script([rawBody(`${frame({ delta: { content: 'Half' } })}data: ${JSON.stringify(error)}\n\n`)]);
    await expect(respond()).rejects.toMatchObject({ kind });
  });

  it.each([
    ['before its headers', stallsAfter(0)],
    ['in the middle', stallsAfter(300)],
  ])('rejects an answer that stalls %s', async (_case, answer) => {
    endpoint.script([answer]);
    await expect(respond({ idleTimeoutMs: 150 })).rejects.toMatchObject({ kind: 'stalled' });
  });

  it('is not held by an endpoint that drips for ever: the caller’s signal ends it', async () => {
    endpoint.script([drips(5)]);
    await expect(respond({}, AbortSignal.timeout(200))).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('waits as long as the caller does where there is no stream to look at', async () => {
    const model = aReviewModel({ baseUrl: endpoint.baseUrl });
    endpoint.script([httpError(400, { error: { message: 'no', param: 'stream' } }), stallsAfter(0)]);
    const request = aModelRequest({ idleTimeoutMs: 250 });
    await expect(model.respond(request, AbortSignal.timeout(1_000))).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('A13: names the first cause of a connection that fails', async () => {
    const { baseUrl } = endpoint;
    await endpoint.close();
    await expect(aReviewModel({ baseUrl }).respond(aModelRequest(), anySignal())).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringMatching(
        /^the connection to 127\.0\.0\.1:\d+\/v1 failed: nothing listens there \(ECONNREFUSED\)$/,
      ),
    });
  });

  it('A13: names a reset', async () => {
    endpoint.script([resets()]);
    await expect(respond()).rejects.toMatchObject({ kind: 'network', message: expect.stringContaining('ECONNRESET') });
  });

  it('Q09: strips reasoning in the text and leaves out reasoning fields', async () => {
    endpoint.script([{ ...withThink('{"summary":"ok"}'), reasoning: 'secret thoughts' }]);
    expect((await respond()).text).toBe('{"summary":"ok"}');
  });

  it('maps a filtered answer', async () => {
    endpoint.script([contentFilter('Half')]);
    expect((await respond()).finish).toEqual({ unified: 'content_filter', raw: 'content_filter' });
  });

  it('reads content in parts without its reasoning', async () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'Fine.' },
    ];
    endpoint.script([rawBody(frame({ delta: { content } }) + finished() + DONE)]);
    expect((await respond()).text).toBe('Fine.');
  });

  it.each([
    [
      'without indexes and ids',
      [{ function: { name: 'a', arguments: '{"x":1}' } }, { function: { name: 'b', arguments: '{"y":2}' } }],
    ],
    [
      'with index 0 for all and ids that differ',
      [
        { index: 0, id: 'p', function: { name: 'a', arguments: '{"x":' } },
        { index: 0, function: { arguments: '1}' } },
        { index: 0, id: 'q', function: { name: 'b', arguments: '{"y":2}' } },
      ],
    ],
    [
      'with arguments as objects',
      [
        { index: 0, id: 'p', function: { name: 'a', arguments: { x: 1 } } },
        { index: 1, id: 'p', function: { name: 'b', arguments: { y: 2 } } },
      ],
    ],
  ])('keeps streamed calls apart that come %s', async (_case, deltas) => {
    const frames = deltas.map((delta) => frame({ delta: { tool_calls: [delta] } })).join('');
    endpoint.script([rawBody(frames + finished() + DONE)]);
    const { toolCalls, finish } = await respond();
    expect(toolCalls.map(({ name, argumentsJson }) => [name, argumentsJson])).toEqual([
      ['a', '{"x":1}'],
      ['b', '{"y":2}'],
    ]);
    expect(new Set(toolCalls.map((call) => call.id)).size).toBe(2);
    expect(finish).toEqual({ unified: 'tool_calls', raw: 'stop' });
  });

  it('reads usage where DeepSeek and Groq tell it, and takes zeros for none', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2, prompt_cache_hit_tokens: 4 };
    const begin = frame({ delta: { content: 'x' } });
    endpoint.script([
      rawBody(begin + frame({ delta: {}, finish_reason: 'stop' }, { usage }) + DONE),
      rawBody(begin + frame({ delta: {}, finish_reason: 'stop' }, { x_groq: { usage } }) + DONE),
      rawBody(
        begin +
          frame({ delta: {}, finish_reason: 'stop' }, { usage: { prompt_tokens: 0, completion_tokens: 0 } }) +
          DONE,
      ),
    ]);
    const expected = { inputTokens: 10, cachedInputTokens: 4, outputTokens: 2 };
    expect([(await respond()).usage, (await respond()).usage, (await respond()).usage]).toEqual([
      expected,
      expected,
      null,
    ]);
  });

  it('tells the model’s own name when the endpoint gives one', async () => {
    const more = { model: 'stand-in-2026-01-01' };
    endpoint.script([rawBody(frame({ delta: { content: 'x' }, finish_reason: 'stop' }, more) + DONE)]);
    expect((await respond()).modelId).toBe('stand-in-2026-01-01');
  });
});
