import { afterEach, describe, expect, it } from '@jest/globals';
import type { ModelMessage } from '../../../../src/review/index.js';
import { aModelRequest, answerTool, anySignal, aReviewModel } from '../../../support/builders/model-request.js';
import {
  callsTool,
  httpError,
  type ModelStandIn,
  type ModelStandInOptions,
  says,
  startModelStandIn,
  submitsReview,
} from '../../../support/model-stand-in/index.js';

let endpoint: ModelStandIn | null = null;
afterEach(async () => {
  await endpoint?.close();
  endpoint = null;
});

async function start(options: ModelStandInOptions = {}) {
  endpoint = await startModelStandIn(options);
  return { endpoint, model: aReviewModel({ baseUrl: endpoint.baseUrl }) };
}

const conversation: readonly ModelMessage[] = [
  { role: 'system', text: 'You review changes.' },
  { role: 'user', text: 'Review it.' },
  {
    role: 'assistant',
    text: '',
    toolCalls: [{ id: 'c1', name: 'get_file_diff', argumentsJson: '{"path":"a.ts","cursor":null}' }],
  },
  { role: 'tool', toolCallId: 'c1', text: '+const a = 1;' },
];

describe('the ladder of forms', () => {
  it('sends tools, strict where their schema allows it, and a stream with usage', async () => {
    const { endpoint, model } = await start();
    await model.respond(aModelRequest({ messages: conversation }), anySignal());
    expect(endpoint.problems).toEqual([]);
    expect(endpoint.requests[0]?.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      max_tokens: 16_000,
      tools: [
        { function: { name: 'get_file_diff', strict: true } },
        { function: { name: 'submit_review', strict: true } },
      ],
      messages: [{}, {}, { content: null, tool_calls: [{ id: 'c1' }] }, { role: 'tool', tool_call_id: 'c1' }],
    });
  });

  it.each([
    [['tools'] as const, 'json_schema'],
    [['tools', 'json_schema'] as const, 'json_object'],
    [['tools', 'json_schema', 'json_object'] as const, 'text'],
  ])('O06: falls down to the form that is left when %p are refused, and remembers it', async (refuses, protocol) => {
    const { endpoint, model } = await start({ refuses, style: 'ollama' });
    const first = aModelRequest({ messages: conversation });
    const second = aModelRequest({ messages: conversation });
    const response = await model.respond(first, anySignal());
    await model.respond(second, anySignal());
    expect(response).toMatchObject({ protocol, toolCalls: [], finish: { unified: 'stop' } });
    expect(JSON.parse(response.text)).toMatchObject({ findings: [] });
    expect([first.estimates.length, second.estimates.length]).toEqual([refuses.length + 1, 1]);
    expect(endpoint.requests).toHaveLength(refuses.length + 2);
    expect(endpoint.problems).toEqual([]);
  });

  it('asks for the answer tool’s arguments in words and flattens calls to text without tools', async () => {
    const { endpoint, model } = await start({ refuses: ['tools'] });
    await model.respond(aModelRequest({ messages: conversation }), anySignal());
    const body = endpoint.requests.at(-1)?.body;
    expect(body?.tools).toBeUndefined();
    expect(body?.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'submit_review', schema: answerTool.parameters, strict: true },
    });
    expect(body?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['system', expect.stringContaining(JSON.stringify(answerTool.parameters))],
      ['user', 'Review it.'],
      ['assistant', '(called get_file_diff with {"path":"a.ts","cursor":null})'],
      ['user', 'Answer of get_file_diff:\n+const a = 1;'],
    ]);
  });

  it.each(['openai', 'azure', 'ollama'] as const)(
    'leaves out what an endpoint of style %s refuses, once, and remembers it',
    async (style) => {
      const { endpoint } = await start({
        style,
        refuses: ['temperature', 'stream_options', 'strict', 'stream'],
      });
      const model = aReviewModel({ baseUrl: endpoint.baseUrl, apiVersion: style === 'azure' ? '2024-06-01' : null });
      await model.respond(aModelRequest(), anySignal());
      await model.respond(aModelRequest(), anySignal());
      expect(endpoint.requests).toHaveLength(6);
      const { temperature, stream, stream_options, tools } = endpoint.requests.at(-1)?.body ?? {};
      expect({ temperature, stream, stream_options }).toEqual({});
      expect(tools?.map((tool) => tool.function.strict)).toEqual([undefined, undefined]);
    },
  );

  it('takes the other name for the limit of an answer', async () => {
    const { endpoint, model } = await start({ refuses: ['max_tokens'] });
    await model.respond(aModelRequest(), anySignal());
    expect(endpoint.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
      [16_000, undefined],
      [undefined, 16_000],
    ]);
  });

  it('begins with max_completion_tokens on Azure, and falls back', async () => {
    const { endpoint } = await start({ refuses: ['max_completion_tokens'], style: 'azure' });
    const azure = aReviewModel({ baseUrl: `${endpoint.origin}/openai`, apiVersion: '2024-06-01' });
    await azure.respond(aModelRequest(), anySignal());
    expect(endpoint.requests.map(({ body }) => Object.keys(body).find((key) => key.startsWith('max_')))).toEqual([
      'max_completion_tokens',
      'max_tokens',
    ]);
  });

  it('asks for no longer answer than the endpoint gives', async () => {
    const { endpoint, model } = await start();
    endpoint.respondWith((request) =>
      (request.max_tokens ?? 0) > 4_096
        ? httpError(400, {
            error: {
              message: 'max_tokens is too large: 16000. This model supports at most 4096 completion tokens.',
              param: 'max_tokens',
            },
          })
        : undefined,
    );
    await model.respond(aModelRequest(), anySignal());
    await model.respond(aModelRequest(), anySignal());
    expect(endpoint.requests.map(({ body }) => body.max_tokens)).toEqual([16_000, 4_096, 4_096]);
  });

  it('takes no number of a sentence about the name of the limit for a bound', async () => {
    const { endpoint, model } = await start();
    const message = "'max_tokens' is not supported with models since 2025; use 'max_completion_tokens'";
    endpoint.script([httpError(400, { error: { message } })]);
    await model.respond(aModelRequest(), anySignal());
    expect(endpoint.requests[1]?.body.max_completion_tokens).toBe(16_000);
  });

  it('asks for a shorter answer, this once, when only the answer does not fit the context', async () => {
    const { endpoint, model } = await start();
    endpoint.respondWith((_request, index) =>
      index === 0
        ? httpError(400, {
            object: 'error',
            message:
              "'max_tokens' is too large: 16000. This model's maximum context length is 8192 tokens and your request has 3000 input tokens.",
            code: 400,
          })
        : undefined,
    );
    await model.respond(aModelRequest(), anySignal());
    await model.respond(aModelRequest(), anySignal());
    expect(endpoint.requests.map(({ body }) => body.max_tokens)).toEqual([16_000, 5_128, 16_000]);
  });

  it('speaks as the user where there is no system role', async () => {
    const { endpoint, model } = await start({ refuses: ['system_role'] });
    await model.respond(aModelRequest(), anySignal());
    expect(endpoint.requests.at(-1)?.body.messages).toEqual([
      { role: 'user', content: 'You review changes.\n\nReview the change of src/app.ts.' },
    ]);
  });

  it('does not fall for a word in the message when the parameter is named', async () => {
    const { endpoint, model } = await start();
    endpoint.script([httpError(400, { error: { message: 'temperature and tools are fine', param: 'messages' } })]);
    await expect(model.respond(aModelRequest(), anySignal())).rejects.toMatchObject({ kind: 'invalid_request' });
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([401, 402, 403, 429, 500])('does not fall for a word in the message of a %p', async (status) => {
    const { endpoint, model } = await start();
    endpoint.script([httpError(status, { error: { message: 'tools and temperature are not supported' } })]);
    await expect(model.respond(aModelRequest(), anySignal())).rejects.toMatchObject({ facts: { status } });
    expect(endpoint.requests).toHaveLength(1);
  });

  it('remembers nothing of a form that did not help', async () => {
    const { endpoint, model } = await start();
    endpoint.respondWith((_request, index) =>
      index < 4
        ? httpError(400, { error: { message: 'tools, json_schema, json_object: nothing works today' } })
        : undefined,
    );
    await expect(model.respond(aModelRequest(), anySignal())).rejects.toMatchObject({ kind: 'invalid_request' });
    expect((await model.respond(aModelRequest(), anySignal())).protocol).toBe('tools');
  });

  it('falls down when a gateway finds no place with tools (404)', async () => {
    const { endpoint, model } = await start();
    endpoint.script([httpError(404, { error: { message: 'No endpoints found that support tool use.', code: 404 } })]);
    expect((await model.respond(aModelRequest(), anySignal())).protocol).toBe('json_schema');
  });

  it('stops between two rungs when the budget is spent', async () => {
    const { endpoint, model } = await start({ refuses: ['tools'] });
    const spent = new Error('spent');
    let left = 1;
    const onRequest = () => {
      left -= 1;
      if (left < 0) throw spent;
    };
    await expect(model.respond(aModelRequest({ onRequest }), anySignal())).rejects.toBe(spent);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('sends broken arguments of an earlier call as an empty object', async () => {
    const { endpoint, model } = await start();
    endpoint.script([callsTool('get_file_diff', '{"path": "a.ts'), submitsReview()]);
    const first = await model.respond(aModelRequest(), anySignal());
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Review it.' },
      { role: 'assistant', text: '', toolCalls: first.toolCalls },
      { role: 'tool', toolCallId: first.toolCalls[0]?.id ?? '', text: 'the arguments were broken' },
    ];
    await model.respond(aModelRequest({ messages }), anySignal());
    expect(endpoint.problems).toEqual([]);
    expect(endpoint.requests[1]?.body.messages[1]?.tool_calls?.[0]?.function.arguments).toBe('{}');
  });

  it('sends no tool list when there are no tools', async () => {
    const { endpoint, model } = await start();
    endpoint.script([says('Hello.')]);
    expect(await model.respond(aModelRequest({ tools: [] }), anySignal())).toMatchObject({
      text: 'Hello.',
      finish: { unified: 'stop' },
    });
    expect(endpoint.requests[0]?.body).not.toHaveProperty('tools');
  });
});
