import { describe, expect, it } from '@jest/globals';
import { runCall } from '../../../../src/review/call/run-call.js';
import { ModelFailure, type ModelFailureKind } from '../../../../src/review/model-failure.js';
import {
  aCallSpec,
  aCallWorld,
  anEntry,
  anEnvelope,
  aPreparedTarget,
  aSubmission,
  aToolCall,
  type ScriptedTurn,
} from '../../../support/builders/call.js';

const failure = (kind: ModelFailureKind, facts = {}) => new ModelFailure(kind, 'told by the endpoint', facts);
const times = (count: number, turn: ScriptedTurn) => Array.from({ length: count }, () => turn);

describe('tries of a request', () => {
  it.each<[ModelFailureKind, number]>([
    ['rate_limited', 4],
    ['overloaded', 4],
    ['network', 4],
    ['bad_response', 2],
    ['stalled', 2],
    ['authentication', 1],
    ['permission', 1],
    ['quota', 1],
    ['unknown_model', 1],
    ['invalid_request', 1],
    ['policy', 1],
  ])('after %s are %d in all, every one counted', async (kind, tries) => {
    const world = aCallWorld(times(10, failure(kind)));
    const result = await runCall(aCallSpec(), world);
    expect(result).toMatchObject({ outcome: 'failed', assessment: null, usage: { requests: tries } });
    expect(world.requests).toHaveLength(tries);
    expect(world.budget.usage().requests).toBe(tries);
  });

  it('T15: stop when the budget of requests is spent', async () => {
    const world = aCallWorld(times(10, failure('overloaded')), { limits: { maxRequests: 2 } });
    const result = await runCall(aCallSpec(), world);
    expect(result).toMatchObject({ failure: { title: 'budget spent' }, usage: { requests: 2 } });
  });

  it('succeed after a wait, which is told and does not eat the time of the call', async () => {
    const limited = failure('rate_limited', { retryAfterMs: 400_000 });
    const world = aCallWorld([limited, limited, aSubmission()]);
    const result = await runCall(aCallSpec({ limits: { callTimeoutMs: 300_000 } }), world);
    expect(result.outcome).toBe('assessed');
    expect(world.clock.now()).toBe(800_000);
    const waiting = { kind: 'waiting', reason: 'rate_limit', waitMs: 400_000 };
    expect(world.phases).toEqual([waiting, { kind: 'reviewing' }, waiting, { kind: 'reviewing' }]);
  });

  it('charge what had come of an answer that broke off', async () => {
    const world = aCallWorld([failure('stalled', { outputTokens: 700 }), aSubmission()]);
    const { usage } = await runCall(aCallSpec(), world);
    expect(usage).toMatchObject({ requests: 2, outputTokens: 800, isEstimated: true });
    expect(world.budget.usage()).toEqual(usage);
  });

  it('wait twice as long each time when the provider names no time', async () => {
    const world = aCallWorld([...times(3, failure('overloaded')), aSubmission()]);
    await runCall(aCallSpec(), world);
    const waits = world.phases.flatMap((phase) => (phase.kind === 'waiting' ? [phase.waitMs] : []));
    expect(waits).toEqual([2_000, 4_000, 8_000]);
  });

  it('P35: end at once when the provider asks for a longer wait than is allowed', async () => {
    const world = aCallWorld([failure('rate_limited', { retryAfterMs: 3_600_000, status: 429 })]);
    const result = await runCall(aCallSpec(), world);
    expect(result).toMatchObject({
      outcome: 'failed',
      failure: { title: 'provider rate limit (429)', help: expect.stringContaining('60 minutes') },
    });
    expect(world.clock.now()).toBe(0);
  });

  it('end at once when the run is cancelled while it waits', async () => {
    const controller = new AbortController();
    const world = aCallWorld([failure('rate_limited', { retryAfterMs: 60_000 })], {
      signal: controller.signal,
      progress: () => setImmediate(() => controller.abort(new Error('superseded'))),
    });
    world.clock.sleep = (_ms, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    expect((await runCall(aCallSpec(), world)).outcome).toBe('cancelled');
  });
});

describe('Q35: a request longer than the context', () => {
  const files = Array.from({ length: 10 }, (_none, at) => ({ path: `${at}.ts`, pages: ['x'.repeat(4_000)] }));
  const prepared = aPreparedTarget(files);

  it('is sent again with what fits the context that the endpoint named', async () => {
    const world = aCallWorld([failure('context_length', { contextTokens: 20_000 }), aSubmission()]);
    const result = await runCall(aCallSpec({ prepared }), world);
    expect(result).toMatchObject({ outcome: 'assessed', usage: { requests: 2 } });
    expect(result.readPages.length).toBeGreaterThan(0);
    expect(result.readPages.length).toBeLessThan(10);
    const bytes = Buffer.byteLength(JSON.stringify(world.requests[1]?.messages));
    expect(bytes / 1.95 + (world.requests[1]?.maxOutputTokens ?? 0)).toBeLessThan(20_000);
    expect(world.requests[1]?.messages[1]?.text).toContain('"9.ts" modified +1 -0 not shown');
  });

  it('keeps every page when only the room for the answer was too much', async () => {
    const world = aCallWorld([failure('context_length', { contextTokens: 60_000 }), aSubmission()]);
    const result = await runCall(aCallSpec({ prepared }), world);
    expect(result.readPages).toHaveLength(10);
    expect(world.requests[1]?.maxOutputTokens).toBe(15_000);
  });

  it('is halved when the endpoint named no context', async () => {
    const world = aCallWorld([failure('context_length'), aSubmission()]);
    const result = await runCall(aCallSpec({ prepared }), world);
    expect(result.readPages).toHaveLength(5);
  });

  it('T13: is shrunk once only, and never sent again as it was', async () => {
    const world = aCallWorld(times(5, failure('context_length', { contextTokens: 200_000 })));
    const result = await runCall(aCallSpec({ prepared }), world);
    expect(result).toMatchObject({ outcome: 'failed', failure: { reason: 'over_budget' }, usage: { requests: 2 } });
    expect(world.requests[1]?.messages).not.toEqual(world.requests[0]?.messages);
  });

  it('is not sent again when nothing smaller is left', async () => {
    const world = aCallWorld([failure('context_length', { contextTokens: 2_000 })]);
    const result = await runCall(aCallSpec(), world);
    expect(result).toMatchObject({
      outcome: 'failed',
      failure: { reason: 'over_budget' },
      readPages: [],
      usage: { requests: 1 },
    });
  });

  it('leaves nothing read when it fails after all', async () => {
    const asks = { toolCalls: [aToolCall('get_file_diff', { path: '0.ts', cursor: null })] };
    const world = aCallWorld([asks, failure('context_length'), failure('context_length')]);
    expect((await runCall(aCallSpec({ prepared }), world)).readPages).toEqual([]);
  });

  describe('that the endpoint cut without a word', () => {
    const read = (inputTokens: number): ScriptedTurn => ({
      ...aSubmission(),
      usage: { inputTokens, cachedInputTokens: 0, outputTokens: 10 },
    });
    const code = 'if (isReady(user)) return render(page);\n'.repeat(50);
    const large = aPreparedTarget([{ path: 'a.ts', pages: Array.from({ length: 40 }, () => code) }]);

    it('is sent again with what fits what it read', async () => {
      const world = aCallWorld([read(8_000), aSubmission()]);
      const result = await runCall(aCallSpec({ prepared: large }), world);
      expect(result).toMatchObject({ outcome: 'assessed', usage: { requests: 2 } });
      expect(result.readPages.length).toBeGreaterThan(0);
      expect(result.readPages.length).toBeLessThan(40);
    });

    it('is no review when the smaller one is cut as well, and keeps what it found', async () => {
      const found = { ...read(1_000), ...aSubmission(anEnvelope({ findings: [anEntry()] })) };
      const world = aCallWorld([
        read(8_000),
        { ...found, usage: { inputTokens: 300, cachedInputTokens: 0, outputTokens: 1 } },
      ]);
      const result = await runCall(aCallSpec({ prepared: large }), world);
      expect(result).toMatchObject({
        outcome: 'failed',
        failure: { reason: 'over_budget' },
        candidates: [{ index: 0 }],
      });
      expect(result.failure?.message).toContain('the endpoint read 300 tokens of a request that has at least');
    });

    it.each([
      ['tells no usage', null],
      ['tells no input tokens', { inputTokens: 0, cachedInputTokens: 0, outputTokens: 10 }],
      ['has a tokenizer of 6 bytes a token', { inputTokens: 15_000, cachedInputTokens: 14_000, outputTokens: 10 }],
    ])('is not suspected where the endpoint %s', async (_what, usage) => {
      const world = aCallWorld([{ ...aSubmission(), usage }]);
      expect(await runCall(aCallSpec({ prepared: large }), world)).toMatchObject({ outcome: 'assessed' });
    });

    it('is not suspected because of long runs of one character', async () => {
      const dashes = aPreparedTarget([{ path: 'a.ts', pages: [`${' '.repeat(30_000)}${'-'.repeat(30_000)}`] }]);
      expect(await runCall(aCallSpec({ prepared: dashes }), aCallWorld([read(2_600)]))).toMatchObject({
        outcome: 'assessed',
      });
    });
  });

  it('does not ask for a longer answer in a context that is known to be tight', async () => {
    const eaten = { text: '', finish: { unified: 'length', raw: 'length' } } as const;
    const world = aCallWorld([failure('context_length', { contextTokens: 20_000 }), eaten]);
    const result = await runCall(aCallSpec({ prepared }), world);
    expect(result).toMatchObject({ outcome: 'failed', failure: { reason: 'unparseable_answer' } });
    expect(world.requests).toHaveLength(2);
  });

  it('drops the history, and coverage goes back to what the new request holds', async () => {
    const asks = { toolCalls: [aToolCall('get_file_diff', { path: '0.ts', cursor: null })] };
    const world = aCallWorld([asks, failure('context_length'), aSubmission()]);
    const result = await runCall(aCallSpec({ prepared }), world);
    expect(world.requests[2]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(result.readPages).toHaveLength(5);
  });
});
