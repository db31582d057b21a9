import type { Usage } from '../model/call.js';
import type { ModelFailure } from '../model-failure.js';
import type { ModelRequest, ModelResponse } from '../ports/index.js';
import { estimateTokens } from './estimate-tokens.js';
import type { RunBudget } from './run-budget.js';
import { createUsageTally, type MeasuredUsage } from './usage-tally.js';

/** Counts what one call spends, and charges the run's budget for it first. */
export type CallMeter = {
  readonly onRequest: ModelRequest['onRequest'];
  onResponse(response: ModelResponse): void;
  /**
   * A request that ended without an answer keeps its estimate, and what had come of the answer is charged beside it. One that the
   * endpoint refused (4xx) was read by no model and cost nothing.
   */
  onFailure(failure: ModelFailure): void;
  usage(): Usage;
};

const NOTHING = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/** Open the meter of one call. An end settles the request that left last: the ones before it were refused. */
export function createCallMeter(budget: RunBudget): CallMeter {
  const tally = createUsageTally();
  let lastCharge: { readonly ofRun: number; readonly ofCall: number } | null = null;
  const settle = (measured: MeasuredUsage, outputTokens: number) => {
    if (lastCharge === null) return;
    budget.settleUsage(lastCharge.ofRun, measured, outputTokens);
    tally.settle(lastCharge.ofCall, measured, outputTokens);
    lastCharge = null;
  };
  return {
    onRequest(estimate) {
      const ofRun = budget.chargeRequest(estimate);
      lastCharge = { ofRun, ofCall: tally.charge(estimate.inputTokens) };
    },
    onResponse({ usage, text, toolCalls }) {
      settle(usage, estimateTokens(text + toolCalls.map(({ argumentsJson }) => argumentsJson).join('')));
    },
    onFailure: ({ facts: { outputTokens = 0, status = 0 } }) =>
      settle(status >= 400 && status < 500 ? NOTHING : null, outputTokens),
    usage: tally.total,
  };
}
