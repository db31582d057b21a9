import { describe, expect, it } from '@jest/globals';
import { runCall } from '../../../../src/review/call/run-call.js';
import type { ModelResponse } from '../../../../src/review/ports/index.js';
import {
  aCallSpec,
  aCallWorld,
  anEntry,
  anEnvelope,
  aSubmission,
  type ScriptedTurn,
} from '../../../support/builders/call.js';

const LENGTH = { unified: 'length', raw: 'length' } as const;
const run = async (...turns: ScriptedTurn[]) => {
  const world = aCallWorld(turns);
  return { world, result: await runCall(aCallSpec(), world) };
};
const submission = (overrides: Record<string, unknown>) => aSubmission(anEnvelope(overrides));
const cutAfter = (...titles: string[]): Partial<ModelResponse> => ({
  text: `{"summary": "x", "findings": [${titles.map((title) => `${JSON.stringify(anEntry({ title }))}, `).join('')}{"path"`,
  finish: LENGTH,
});

describe('an answer that is no review', () => {
  it.each<[string, ScriptedTurn, RegExp]>([
    ['C13: without a list of findings', submission({ findings: null }), /has no list of findings/],
    ['without a summary', submission({ summary: '' }), /has no summary/],
    ['that says it did not assess', submission({ assessed: false }), /does not say that the change was assessed/],
    ['of another shape', aSubmission({ ok: true }), /does not have the form of a review/],
    ['of nothing', { text: '' }, /is empty/],
    ['of words', { text: 'Looks good to me.' }, /is words without the form of a review/],
    ['T11: that was cut', cutAfter('one'), /was cut off[\s\S]*make the bodies shorter/],
    ['that is a refusal', { text: '', refusal: 'I cannot.' }, /is a refusal/],
  ])('%s gets one repair that says what was wrong', async (_what, turn, words) => {
    const { world, result } = await run(turn, aSubmission());
    expect(result).toMatchObject({ outcome: 'assessed', usage: { requests: 2 } });
    expect(world.requests[1]?.messages.map(({ text }) => text).join('\n')).toMatch(words);
  });

  it.each<[string, Partial<ModelResponse>, object]>([
    ['K01: empty', { text: '' }, { outcome: 'failed', failure: { reason: 'unparseable_answer' } }],
    ['C13: wrong shape', aSubmission({ ok: true }), { outcome: 'failed', failure: { reason: 'unparseable_answer' } }],
    [
      'unassessed',
      submission({ assessed: false }),
      { outcome: 'unassessed', failure: { reason: 'unparseable_answer' } },
    ],
    [
      'no findings list',
      submission({ findings: null }),
      { outcome: 'unassessed', failure: { reason: 'unparseable_answer' } },
    ],
    [
      'refused',
      { refusal: 'I cannot help with that.' },
      {
        outcome: 'failed',
        failure: { reason: 'model_refused', message: expect.stringContaining('I cannot help with that') },
      },
    ],
    [
      'filtered',
      { finish: { unified: 'content_filter', raw: 'content_filter' } },
      { outcome: 'failed', failure: { reason: 'model_refused' } },
    ],
  ])('is never clean when it stays %s', async (_what, turn, ending) => {
    const { result, world } = await run(turn, turn);
    expect(result).toMatchObject({ assessment: null, ...ending });
    expect(world.requests).toHaveLength(2);
  });

  it('ends as prose when it stays words, and keeps them', async () => {
    const { result } = await run({ text: 'Fine.' }, { text: 'Still fine.' });
    expect(result).toMatchObject({ outcome: 'prose', prose: 'Still fine.', assessment: null, candidates: [] });
  });

  it('T11: keeps the findings that were complete when it was cut twice', async () => {
    const { result, world } = await run(cutAfter('one', 'two'), cutAfter('two', 'three'));
    expect(result.outcome).toBe('unassessed');
    expect(result.candidates.map(({ title, index }) => `${index} ${title}`)).toEqual(['0 two', '1 three', '2 one']);
    expect(world.requests[1]?.messages).not.toEqual(world.requests[0]?.messages);
  });

  it('adds to the repaired answer what only the first one held', async () => {
    const { result } = await run(cutAfter('one', 'two'), submission({ findings: [anEntry({ title: 'Two' })] }));
    expect(result.outcome).toBe('assessed');
    expect(result.candidates.map(({ title }) => title)).toEqual(['Two', 'one']);
  });

  it('answers a rejected tool call as a tool, so that the history stays whole', async () => {
    const { world } = await run(submission({ findings: null }), aSubmission());
    expect(world.requests[1]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', toolCalls: [{ id: 'submit_review-1' }] },
      { role: 'tool', toolCallId: 'submit_review-1', text: expect.stringContaining('review_not_accepted') },
    ]);
  });

  describe('Q03, Q10: that reasoning ate', () => {
    const eaten = { text: '', finish: LENGTH };

    it('gets room for four times as much, once', async () => {
      const { world, result } = await run(eaten, aSubmission());
      expect(world.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([16_000, 64_000]);
      expect(world.requests[1]?.messages).toEqual(world.requests[0]?.messages);
      expect(result.outcome).toBe('assessed');
    });

    it('fails when that is eaten too', async () => {
      const { world, result } = await run(eaten, eaten);
      expect(result).toMatchObject({
        outcome: 'failed',
        failure: { reason: 'unparseable_answer', message: expect.stringMatching(/empty/) },
      });
      expect(world.requests).toHaveLength(2);
    });
  });
});
