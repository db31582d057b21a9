import { describe, expect, it } from '@jest/globals';
import { createCallMeter } from '../../../../src/review/call/call-meter.js';
import { createRunBudget } from '../../../../src/review/call/run-budget.js';
import { DEFAULT_LIMITS } from '../../../../src/review/limits.js';
import { ModelFailure } from '../../../../src/review/model-failure.js';
import { aResponse, aToolCall } from '../../../support/builders/call.js';

function aMeter() {
  const budget = createRunBudget(DEFAULT_LIMITS);
  return { budget, meter: createCallMeter(budget) };
}

describe('the meter of a call', () => {
  it('charges the run and the call alike, and corrects both by what was measured', () => {
    const { budget, meter } = aMeter();
    meter.onRequest({ inputTokens: 500 });
    expect(meter.usage()).toMatchObject({ requests: 1, inputTokens: 500, isEstimated: true });
    meter.onResponse(aResponse({ usage: { inputTokens: 420, cachedInputTokens: 20, outputTokens: 30 } }));
    const measured = { requests: 1, inputTokens: 420, cachedInputTokens: 20, outputTokens: 30, isEstimated: false };
    expect([meter.usage(), budget.usage()]).toEqual([measured, measured]);
  });

  it('estimates the answer from its text and its tool calls when the endpoint tells nothing', () => {
    const { meter } = aMeter();
    meter.onRequest({ inputTokens: 500 });
    meter.onResponse(
      aResponse({ usage: null, text: 'x'.repeat(400), toolCalls: [aToolCall('submit_review', 'y'.repeat(400))] }),
    );
    const { inputTokens, outputTokens } = meter.usage();
    const { meter: withTextAlone } = aMeter();
    withTextAlone.onRequest({ inputTokens: 500 });
    withTextAlone.onResponse(aResponse({ usage: null, text: 'x'.repeat(400) }));
    expect(inputTokens).toBe(500);
    expect(withTextAlone.usage().outputTokens).toBeGreaterThan(50);
    expect(outputTokens).toBeGreaterThan(withTextAlone.usage().outputTokens + 50);
  });

  it('keeps the estimate of a request that failed, and charges what had come of the answer', () => {
    const { budget, meter } = aMeter();
    meter.onRequest({ inputTokens: 500 });
    meter.onFailure(new ModelFailure('stalled', 'told', { outputTokens: 70 }));
    expect(budget.usage()).toMatchObject({ requests: 1, inputTokens: 500, outputTokens: 70, isEstimated: true });
  });

  it.each([
    [400, 0],
    [429, 0],
    [499, 0],
    [399, 500],
    [500, 500],
    [503, 500],
    [undefined, 500],
  ])('a request that the endpoint refused was not read: at status %s it costs %i tokens', (status, inputTokens) => {
    const { budget, meter } = aMeter();
    meter.onRequest({ inputTokens: 500 });
    meter.onFailure(new ModelFailure('rate_limited', 'told', status === undefined ? {} : { status }));
    expect([meter.usage().inputTokens, budget.usage().inputTokens]).toEqual([inputTokens, inputTokens]);
    expect(budget.usage().requests).toBe(1);
  });

  it('settles only the request that left last, and that one once', () => {
    const { meter } = aMeter();
    meter.onFailure(new ModelFailure('stalled', 'told', { outputTokens: 70 }));
    meter.onRequest({ inputTokens: 100 });
    meter.onRequest({ inputTokens: 200 });
    meter.onResponse(aResponse({ usage: { inputTokens: 210, cachedInputTokens: 0, outputTokens: 5 } }));
    meter.onFailure(new ModelFailure('stalled', 'told', { outputTokens: 70 }));
    expect(meter.usage()).toMatchObject({ requests: 2, inputTokens: 310, outputTokens: 5 });
  });
});
