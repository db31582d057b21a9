import { afterEach, describe, expect, it } from '@jest/globals';
import {
  callsTool,
  type ModelStandIn,
  type ModelStandInOptions,
  says,
  startModelStandIn,
  submitsReview,
} from '../../support/model-stand-in/index.js';

let model: ModelStandIn | null = null;
afterEach(async () => {
  await model?.close();
  model = null;
});

async function ask(body: unknown, options: ModelStandInOptions = {}) {
  model ??= await startModelStandIn(options);
  const path = options.style === 'azure' ? '/openai/v1' : '/v1';
  const response = await fetch(`${model.origin}${path}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const user = { role: 'user', content: 'Answer in json.' };
const tool = (more: object = {}, schema: object = {}) => ({
  type: 'function',
  function: {
    name: 'submit_review',
    parameters: {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
      ...schema,
    },
    ...more,
  },
});
const call = { id: 'c1', type: 'function', function: { name: 'submit_review', arguments: '{}' } };
const assistant = { role: 'assistant', content: null, tool_calls: [call] };
const valid = { model: 'm', messages: [user], tools: [tool({ strict: true })] };

describe('the model stand-in', () => {
  it('submits a clean review without a script: as a call, or as JSON without tools', async () => {
    const asCall = JSON.parse((await ask(valid)).text).choices[0];
    const asText = JSON.parse((await ask({ model: 'm', messages: [user] })).text).choices[0];
    expect(asCall).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'submit_review' } }] },
    });
    expect(asText.finish_reason).toBe('stop');
    expect(JSON.parse(asText.message.content)).toMatchObject({ findings: [], verdict: 'correct' });
  });

  it('answers in the order of its script, and then cleanly', async () => {
    model = await startModelStandIn();
    model.script([says('one'), callsTool('submit_review', { a: 'two' })]);
    const texts = [await ask(valid), await ask(valid), await ask(valid)].map((answer) => answer.text);
    expect([texts[0]?.includes('"one"'), texts[1]?.includes('two'), texts[2]?.includes('findings')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('lets a function decide from the request', async () => {
    model = await startModelStandIn();
    model.respondWith((request, index) => says(`${request.messages.length} ${index}`));
    expect((await ask(valid)).text).toContain('"1 0"');
  });

  it('streams the same answer in pieces, and usage only when asked', async () => {
    const { text } = await ask({ ...valid, stream: true });
    const withUsage = await ask({ ...valid, stream: true, stream_options: { include_usage: true } });
    expect(text.match(/^data: /gm)?.length).toBeGreaterThan(5);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect([text.includes('"usage"'), withUsage.text.includes('"usage"')]).toEqual([false, true]);
  });

  it.each([
    ['no messages', { ...valid, messages: [] }, 'messages'],
    ['an unknown field', { ...valid, extra: 1 }, 'extra'],
    ['an unknown role', { ...valid, messages: [{ role: 'robot', content: '' }] }, 'messages.[0].role'],
    [
      'a tool message out of nowhere',
      { ...valid, messages: [user, { role: 'tool', tool_call_id: 'c1', content: '' }] },
      'messages.[1].role',
    ],
    [
      'a tool message with another id',
      { ...valid, messages: [user, assistant, { role: 'tool', tool_call_id: 'c2', content: '' }] },
      'messages.[2].role',
    ],
    ['a call that is not answered', { ...valid, messages: [user, assistant, user] }, 'messages.[2]'],
    ['a call that is not answered at the end', { ...valid, messages: [user, assistant] }, 'messages.[2]'],
    [
      'an open strict schema',
      { ...valid, tools: [tool({ strict: true }, { additionalProperties: true })] },
      'tools[0].function.parameters',
    ],
    [
      'an optional property in strict mode',
      { ...valid, tools: [tool({ strict: true }, { required: [] })] },
      'tools[0].function.parameters',
    ],
    ['a bad tool name', { ...valid, tools: [tool({ name: 'two words' })] }, 'tools[0].function.name'],
    ['a tool choice without tools', { model: 'm', messages: [user], tool_choice: 'auto' }, 'tool_choice'],
    ['both limits of an answer', { ...valid, max_tokens: 1, max_completion_tokens: 1 }, 'max_tokens'],
    ['stream options without a stream', { ...valid, stream_options: { include_usage: true } }, 'stream_options'],
    [
      'json_object without the word',
      { model: 'm', messages: [{ role: 'user', content: 'hi' }], response_format: { type: 'json_object' } },
      'messages',
    ],
  ])('refuses %s as OpenAI does', async (_case, body, param) => {
    const { status, text } = await ask(body);
    expect([status, JSON.parse(text).error.param]).toEqual([400, param]);
    expect(model?.problems.map((problem) => problem.param)).toEqual([param]);
  });

  it('takes a proper exchange of calls', async () => {
    const answer = { role: 'tool', tool_call_id: 'c1', content: 'ok' };
    expect((await ask({ ...valid, messages: [user, assistant, answer] })).status).toBe(200);
    expect(model?.problems).toEqual([]);
  });

  it('tells the cause in words alone in the style of Ollama', async () => {
    const { status, text } = await ask(valid, { style: 'ollama', refuses: ['tools'] });
    expect([status, JSON.parse(text).error]).toEqual([
      400,
      expect.objectContaining({ param: null, code: null, message: expect.stringContaining('does not support tools') }),
    ]);
    expect(model?.problems).toEqual([]);
  });

  it('asks for its key and knows its models only', async () => {
    expect((await ask(valid, { apiKey: 'k' })).status).toBe(401);
    await model?.close();
    model = null;
    expect((await ask(valid, { models: ['other'] })).status).toBe(404);
  });

  it('lists its models', async () => {
    model = await startModelStandIn({ models: ['a', 'b'] });
    const list = (await (await fetch(`${model.baseUrl}/models`)).json()) as { data: { id: string }[] };
    expect(list.data.map((entry) => entry.id)).toEqual(['a', 'b']);
  });

  it('fills what a finding leaves out', () => {
    const review = submitsReview({ findings: [{ path: 'a.ts', evidence: 'x', severity: 'high' }] }).review;
    expect(review).toMatchObject({
      findings: [{ path: 'a.ts', severity: 'high', category: 'correctness', claims: [] }],
    });
  });
});
