import { describe, expect, it } from '@jest/globals';
import { runCall } from '../../../../src/review/call/run-call.js';
import { CALL_ALLOWANCE_CHARS } from '../../../../src/review/limits.js';
import type { ModelMessage, ModelRequest } from '../../../../src/review/ports/index.js';
import {
  aCallSpec,
  aCallWorld,
  anEntry,
  anEnvelope,
  aPreparedTarget,
  aSubmission,
  aToolCall,
} from '../../../support/builders/call.js';

const lastText = (request: ModelRequest | undefined) => request?.messages.at(-1)?.text ?? '';
const ask = (path: string, cursor: string | null = null, id?: string) =>
  aToolCall('get_file_diff', { path, cursor }, id);
const toolTexts = (messages: readonly ModelMessage[] = []) =>
  messages.filter(({ role }) => role === 'tool').map(({ text }) => text);

/** A target that fits in two requests only: its last page is larger than what is left. */
const twoRequests = () =>
  aPreparedTarget([
    { path: 'a.ts', pages: ['a'.repeat(1_000)] },
    { path: 'big.ts', pages: ['b'.repeat(CALL_ALLOWANCE_CHARS)] },
  ]);

describe('runCall', () => {
  it('reviews a clean small change with exactly one request', async () => {
    const world = aCallWorld([aSubmission()]);
    const result = await runCall(aCallSpec(), world);
    expect(result).toMatchObject({
      callId: 'primary',
      outcome: 'assessed',
      assessment: { summary: 'The limit is lowered.' },
      candidates: [],
      prose: null,
      failure: null,
      readPages: [{ path: 'src/a.ts', index: 0 }],
      usage: { requests: 1, inputTokens: expect.any(Number), outputTokens: 100, isEstimated: false },
      modelId: 'model-told-by-endpoint',
    });
    expect(world.requests).toHaveLength(1);
    expect(world.budget.usage()).toEqual(result.usage);
    expect(world.rechecks).toBe(0);
  });

  it('N01, Q16: reviews 179 tiny files with one request', async () => {
    const files = Array.from({ length: 179 }, (_none, at) => ({ path: `src/${at}.ts`, pages: ['   1 + x'] }));
    const result = await runCall(aCallSpec({ prepared: aPreparedTarget(files) }), aCallWorld([aSubmission()]));
    expect(result.readPages).toHaveLength(179);
    expect(result.usage.requests).toBe(1);
  });

  it('begins with a fresh history: instructions, then one message', async () => {
    const world = aCallWorld([aSubmission()]);
    await runCall(aCallSpec({ language: 'Deutsch' }), world);
    const [request] = world.requests;
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(request?.messages[0]?.text).toContain('"Deutsch"');
    expect(request).toMatchObject({ answerTool: 'submit_review', maxOutputTokens: 16_000, temperature: null });
    expect(request?.tools.map(({ name }) => name)).toEqual(['get_file_diff', 'submit_review']);
  });

  it('writes no source text, prompt or finding into the log', async () => {
    const world = aCallWorld([aSubmission(anEnvelope({ findings: [anEntry()] }))]);
    await runCall(aCallSpec(), world);
    expect(world.logged.join('\n')).toMatch(/call-ended/);
    expect(world.logged.join('\n')).not.toMatch(/limit|lets nothing/);
  });

  describe('pages', () => {
    it('counts only what stood in the request that was answered', async () => {
      const prepared = aPreparedTarget([
        { path: 'a.ts', pages: ['a'.repeat(CALL_ALLOWANCE_CHARS - 100)] },
        { path: 'b.ts', pages: ['b'.repeat(200)] },
      ]);
      const world = aCallWorld([{ toolCalls: [ask('b.ts')] }, aSubmission()]);
      const result = await runCall(aCallSpec({ prepared }), world);
      expect(JSON.parse(toolTexts(world.requests[1]?.messages)[0] ?? '')).toMatchObject({
        kind: 'evidence_limited',
        limitation: 'over_budget',
        path: 'b.ts',
      });
      expect(result.readPages.map(({ path }) => path)).toEqual(['a.ts']);
    });

    it('serves what the first message had no room for, fenced', async () => {
      const prepared = aPreparedTarget([
        { path: 'a.ts', pages: ['a'.repeat(2_000)] },
        { path: 'b.ts', pages: ['b'.repeat(2_500)] },
      ]);
      const world = aCallWorld([{ toolCalls: [ask('b.ts')] }, aSubmission()], { limits: { maxInputTokens: 14_000 } });
      const result = await runCall(aCallSpec({ prepared }), world);
      const [served] = toolTexts(world.requests[1]?.messages);
      expect(served).toMatch(/^\{"kind":"page","nextCursor":null\}\n\[begin (\w+) diff "b\.ts"\]\nb+\n\[end \1\]$/);
      expect(result.readPages.map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
      expect(result.outcome).toBe('assessed');
    });

    it('answers every mistake as data and goes on', async () => {
      const calls = [
        ask('a.ts', null, 'again'),
        ask('nowhere.ts', null, 'nowhere'),
        ask('a.ts', '1.of-another', 'cursor'),
        aToolCall('get_file_diff', '{"path": 7', 'broken'),
        aToolCall('run_shell', { command: 'ls' }, 'unknown'),
      ];
      const world = aCallWorld([{ toolCalls: calls }, aSubmission()]);
      const result = await runCall(aCallSpec({ prepared: twoRequests() }), world);
      const answers = toolTexts(world.requests[1]?.messages).map((text) => JSON.parse(text));
      expect(answers.map(({ kind, code }) => code ?? kind)).toEqual([
        'already_served',
        'path_not_in_target',
        'cursor_refused',
        'arguments_invalid',
        'unknown_tool',
      ]);
      expect(result.outcome).toBe('assessed');
    });

    it('gives broken arguments back as empty ones, because endpoints refuse a history that is no JSON', async () => {
      const world = aCallWorld([{ toolCalls: [aToolCall('get_file_diff', '{"path": 7')] }, aSubmission()]);
      await runCall(aCallSpec(), world);
      const turn = world.requests[1]?.messages.find(({ role }) => role === 'assistant');
      expect(turn).toMatchObject({ toolCalls: [{ argumentsJson: '{}' }] });
    });

    it('looks at the target again before it serves a page late', async () => {
      const slow = () => {
        world.clock.advance(31_000);
        return { toolCalls: [ask('big.ts')] };
      };
      const world = aCallWorld([slow, aSubmission()]);
      expect((await runCall(aCallSpec({ prepared: twoRequests() }), world)).outcome).toBe('assessed');
      expect(world.rechecks).toBe(1);
    });

    it.each([0, -31_000])('ends the call when the target moved (last checked at %d)', async (lastCheckedAtMs) => {
      const turn = () => {
        world.clock.advance(31_000);
        return { toolCalls: [ask('big.ts')] };
      };
      const world = aCallWorld([turn], {
        recheck: async () => ({ kind: 'moved', what: 'head', from: 'bbb', to: 'ccc' }),
      });
      const result = await runCall(aCallSpec({ prepared: twoRequests(), lastCheckedAtMs }), world);
      expect(result).toMatchObject({
        outcome: 'failed',
        failure: {
          reason: 'target_moved',
          title: 'the head moved',
          message: expect.stringContaining('from bbb to ccc'),
        },
      });
      expect(world.requests).toHaveLength(lastCheckedAtMs === 0 ? 1 : 0);
    });

    it.each([
      ['unmoved', 1],
      ['unreadable', 2],
    ] as const)('takes an %s target for known for another while: %d looks', async (kind, looks) => {
      let count = 0;
      const world = aCallWorld([{ toolCalls: [ask('big.ts')] }, aSubmission()], {
        recheck: async () => {
          count += 1;
          return kind === 'unmoved' ? { kind } : { kind, reason: '502' };
        },
      });
      await runCall(aCallSpec({ prepared: twoRequests(), lastCheckedAtMs: -31_000 }), world);
      expect(count).toBe(looks);
    });

    it('goes on when the target could not be read again', async () => {
      const world = aCallWorld([aSubmission()], { recheck: async () => ({ kind: 'unreadable', reason: '502' }) });
      expect((await runCall(aCallSpec({ lastCheckedAtMs: -31_000 }), world)).outcome).toBe('assessed');
    });
  });

  describe('bounds', () => {
    it('tells the model to submit when one request is left', async () => {
      const world = aCallWorld([{ toolCalls: [ask('big.ts')] }, aSubmission()], { limits: { maxRequests: 2 } });
      await runCall(aCallSpec({ prepared: twoRequests() }), world);
      expect(lastText(world.requests[0])).not.toMatch(/Call submit_review now/);
      expect(lastText(world.requests[1])).toMatch(/Call submit_review now/);
      expect(world.requests[1]?.tools.map(({ name }) => name)).toEqual(['submit_review']);
    });

    it('tells the model to submit when no tool call is left, and answers none beyond', async () => {
      const calls = [ask('big.ts', null, '1'), ask('big.ts', null, '2'), ask('big.ts', null, '3')];
      const world = aCallWorld([{ toolCalls: calls }, aSubmission()]);
      await runCall(aCallSpec({ prepared: twoRequests(), limits: { maxToolCalls: 2 } }), world);
      expect(toolTexts(world.requests[1]?.messages)[2]).toMatch(/tool_calls_spent/);
      expect(lastText(world.requests[1])).toMatch(/Call submit_review now/);
    });

    it('O06: ends with a model that only ever calls tools', async () => {
      const turns = Array.from({ length: 10 }, () => ({ toolCalls: [ask('big.ts')] }));
      const world = aCallWorld(turns);
      const result = await runCall(aCallSpec({ prepared: twoRequests(), limits: { maxToolCalls: 3 } }), world);
      expect(result).toMatchObject({ outcome: 'failed', failure: { reason: 'unparseable_answer' } });
      expect(world.requests.length).toBeLessThanOrEqual(5);
    });

    it('O08: ends when the budget of the run is spent, with what was found', async () => {
      const cut = {
        text: `{"findings": [${JSON.stringify(anEntry())}, {"path`,
        finish: { unified: 'length', raw: null },
      } as const;
      const world = aCallWorld([cut], { limits: { maxRequests: 1 } });
      const result = await runCall(aCallSpec(), world);
      expect(result).toMatchObject({
        outcome: 'failed',
        failure: { reason: 'over_budget', title: 'budget spent' },
        candidates: [{ path: 'src/a.ts' }],
        readPages: [{ path: 'src/a.ts' }],
        usage: { requests: 1 },
      });
    });

    it('Q18: serves only pages that leave half of the input tokens for a second request', async () => {
      const files = Array.from({ length: 20 }, (_none, at) => ({ path: `${at}.ts`, pages: ['x'.repeat(2_000)] }));
      const world = aCallWorld([aSubmission()], { limits: { maxInputTokens: 20_000 } });
      const result = await runCall(aCallSpec({ prepared: aPreparedTarget(files) }), world);
      const bytes = Buffer.byteLength(JSON.stringify(world.requests[0]?.messages));
      expect(bytes / 1.95).toBeLessThan(10_000);
      expect(result.outcome).toBe('assessed');
      expect(result.readPages.length).toBeGreaterThan(0);
      expect(result.readPages.length).toBeLessThan(20);
      expect(world.requests[0]?.messages[1]?.text).toContain('"19.ts" modified +1 -0 not shown');
    });

    it('sends nothing when not even one page fits', async () => {
      const world = aCallWorld([], { limits: { maxInputTokens: 1_000 } });
      const result = await runCall(aCallSpec(), world);
      expect(result).toMatchObject({ outcome: 'failed', failure: { reason: 'over_budget' }, usage: { requests: 0 } });
    });

    it('never asks for a negative or unaffordable number of output tokens', async () => {
      const world = aCallWorld([aSubmission()], { limits: { maxOutputTokens: 700 } });
      await runCall(aCallSpec(), world);
      expect(world.requests[0]?.maxOutputTokens).toBe(700);
    });

    it('C02: ends in time with a model that never answers, and aborts its request', async () => {
      let signalOfRequest: AbortSignal | undefined;
      const never = (_request: ModelRequest, signal: AbortSignal) => {
        signalOfRequest = signal;
        return new Promise<never>(() => undefined);
      };
      const world = aCallWorld([never]);
      const result = await runCall(aCallSpec({ limits: { callTimeoutMs: 300_000 } }), world);
      expect(result).toMatchObject({
        outcome: 'timed_out',
        failure: { reason: 'call_timed_out', title: 'no answer in 300 s' },
      });
      expect(world.clock.now()).toBe(300_000);
      expect(signalOfRequest?.aborted).toBe(true);
    });

    it('counts the time of all requests together', async () => {
      const slow = () => {
        world.clock.advance(200_000);
        return { toolCalls: [ask('big.ts')] };
      };
      const world = aCallWorld([slow, slow, slow]);
      const result = await runCall(aCallSpec({ prepared: twoRequests(), limits: { callTimeoutMs: 300_000 } }), world);
      expect(result.outcome).toBe('timed_out');
      expect(world.requests).toHaveLength(2);
    });

    it('keeps what it had found before the time was over', async () => {
      const cut = {
        text: `{"findings": [${JSON.stringify(anEntry())}, {"path`,
        finish: { unified: 'length', raw: null },
      } as const;
      const world = aCallWorld([cut, () => new Promise<never>(() => undefined)]);
      const result = await runCall(aCallSpec(), world);
      expect(result).toMatchObject({
        outcome: 'timed_out',
        candidates: [{ path: 'src/a.ts' }],
        readPages: [{ path: 'src/a.ts' }],
      });
    });

    it('stops at once when the run is cancelled, also before it began', async () => {
      const controller = new AbortController();
      const turn = () => {
        controller.abort(new Error('superseded'));
        return new Promise<never>(() => undefined);
      };
      const cancelled = { outcome: 'cancelled', failure: { reason: 'cancelled', title: 'cancelled' } };
      const world = aCallWorld([turn], { signal: controller.signal });
      expect(await runCall(aCallSpec(), world)).toMatchObject(cancelled);
      expect(world.clock.now()).toBe(0);
      const later = aCallWorld([], { signal: controller.signal });
      expect(await runCall(aCallSpec(), later)).toMatchObject({ ...cancelled, usage: { requests: 0 } });
    });

    it('rejects only with a mistake of the programmer', async () => {
      await expect(runCall(aCallSpec(), aCallWorld([new TypeError('x is not a function')]))).rejects.toThrow(TypeError);
    });
  });
});
