import { describe, expect, it } from '@jest/globals';
import { assistantTurn } from '../../../../src/review/call/answer-tools.js';
import { runCall } from '../../../../src/review/call/run-call.js';
import { aCallSpec, aCallWorld, aResponse, aSubmission, aToolCall } from '../../../support/builders/call.js';

describe('the turn of the model that is given back to it', () => {
  it('keeps arguments that are JSON, and puts an empty object in the place of others', () => {
    const given = [aToolCall('get_file_diff', '{"path":"a.ts"}'), aToolCall('get_file_diff', '{"path"')];
    const turn = assistantTurn(aResponse({ text: 'I look.', toolCalls: given }));
    expect(turn).toMatchObject({
      role: 'assistant',
      text: 'I look.',
      toolCalls: [{ argumentsJson: '{"path":"a.ts"}' }, { argumentsJson: '{}' }],
    });
  });
});

describe('a tool nobody has', () => {
  it('is answered with the names of those there are', async () => {
    const world = aCallWorld([{ toolCalls: [aToolCall('read_file', {})] }, aSubmission()]);
    expect((await runCall(aCallSpec(), world)).outcome).toBe('assessed');
    expect(JSON.parse(world.requests[1]?.messages.at(-1)?.text ?? '')).toEqual({
      kind: 'error',
      code: 'unknown_tool',
      message: 'there is no such tool; there are get_file_diff and submit_review',
    });
  });
});
