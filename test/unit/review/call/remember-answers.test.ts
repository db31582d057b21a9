import { describe, expect, it } from '@jest/globals';
import { createMemoryJournal } from '../../../../src/durable/index.js';
import { rememberAnswers } from '../../../../src/review/call/index.js';
import { ModelFailure } from '../../../../src/review/model-failure.js';
import type { ModelRequest, ModelResponse, ReviewModel } from '../../../../src/review/ports/index.js';

const NEVER = new AbortController().signal;

describe('answers that are remembered', () => {
  it('are not asked for again, and are charged as they were', async () => {
    const journal = createMemoryJournal();
    const paid = aModel();
    await rememberAnswers(paid.model, journal).respond(aRequest('why?').request, NEVER);
    const again = aRequest('why?');
    const response = await rememberAnswers(paid.model, journal).respond(again.request, NEVER);
    expect(response.text).toBe('answer 1');
    expect(paid.asked).toEqual(['why?']);
    expect(again.charged).toEqual([100, 50]);
  });

  it('are two when the same is asked twice', async () => {
    const journal = createMemoryJournal();
    const paid = aModel();
    const twice = async () => {
      const model = rememberAnswers(paid.model, journal);
      const first = await model.respond(aRequest('why?').request, NEVER);
      return [first.text, (await model.respond(aRequest('why?').request, NEVER)).text];
    };
    expect(await twice()).toEqual(['answer 1', 'answer 2']);
    expect(await twice()).toEqual(['answer 1', 'answer 2']);
    expect(paid.asked).toHaveLength(2);
  });

  it('belong to the question: its words, its tools, its temperature', async () => {
    const model = rememberAnswers(aModel().model, createMemoryJournal());
    const tool = { name: 'a', description: 'b', parameters: {} };
    const { request } = aRequest('why?');
    const texts = [];
    for (const asked of [
      request,
      { ...request, tools: [tool] },
      { ...request, temperature: 0 },
      aRequest('how?').request,
      { ...request, answerTool: 'other' },
    ])
      texts.push((await model.respond(asked, NEVER)).text);
    expect(new Set(texts).size).toBe(5);
  });

  it('do not depend on how long they may be, which depends on what was spent before', async () => {
    const journal = createMemoryJournal();
    const paid = aModel();
    await rememberAnswers(paid.model, journal).respond(aRequest('why?').request, NEVER);
    await rememberAnswers(paid.model, journal).respond({ ...aRequest('why?').request, maxOutputTokens: 7 }, NEVER);
    expect(paid.asked).toHaveLength(1);
  });

  it('are not failures: these are tried again', async () => {
    const journal = createMemoryJournal();
    const paid = aModel({ failures: 1 });
    const model = rememberAnswers(paid.model, journal);
    await expect(model.respond(aRequest('why?').request, NEVER)).rejects.toThrow('busy');
    expect((await model.respond(aRequest('why?').request, NEVER)).text).toBe('answer 2');
    expect((await rememberAnswers(paid.model, journal).respond(aRequest('why?').request, NEVER)).text).toBe('answer 2');
  });

  it('stop a run whose budget they no longer fit into', async () => {
    const journal = createMemoryJournal();
    await rememberAnswers(aModel().model, journal).respond(aRequest('why?').request, NEVER);
    const thrift = {
      ...aRequest('why?').request,
      onRequest: () => {
        throw new Error('spent');
      },
    };
    await expect(rememberAnswers(aModel().model, journal).respond(thrift, NEVER)).rejects.toThrow('spent');
  });
});

/** Each answer costs two HTTP requests, as one whose first form is refused does. */
function aModel({ failures = 0 } = {}) {
  const asked: string[] = [];
  const model: ReviewModel = {
    id: 'model',
    respond: async (request) => {
      asked.push(request.messages.map((message) => message.text).join());
      request.onRequest({ inputTokens: 100 });
      if (asked.length <= failures) throw new ModelFailure('overloaded', 'busy');
      request.onRequest({ inputTokens: 50 });
      return answer(`answer ${asked.length}`);
    },
  };
  return { model, asked };
}

function answer(text: string): ModelResponse {
  return {
    text,
    toolCalls: [],
    finish: { unified: 'stop', raw: 'stop' },
    refusal: null,
    usage: null,
    modelId: 'model',
    protocol: 'tools',
  };
}

function aRequest(text: string) {
  const charged: number[] = [];
  const request: ModelRequest = {
    messages: [{ role: 'user', text }],
    tools: [],
    answerTool: 'submit_review',
    maxOutputTokens: 1_000,
    temperature: null,
    idleTimeoutMs: 1_000,
    onRequest: ({ inputTokens }) => void charged.push(inputTokens),
  };
  return { request, charged };
}
