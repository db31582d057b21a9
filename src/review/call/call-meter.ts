import type { Usage } from '../model/call.js';
import type { ModelRequest, ModelResponse } from '../ports.js';
import { estimateTokens } from './estimate-tokens.js';
import type { RunBudget } from './run-budget.js';
import { createUsageTally } from './usage-tally.js';

/** Counts what one call spends, and charges the run's budget for it first. */
export type CallMeter = {
  readonly onRequest: ModelRequest['onRequest'];
  onResponse(response: ModelResponse): void;
  usage(): Usage;
};

/** Open the meter of one call. A response settles the request that left last: the ones before it were refused. */
export function createCallMeter(budget: RunBudget): CallMeter {
  const tally = createUsageTally();
  let lastCharge: { readonly ofRun: number; readonly ofCall: number } | null = null;
  return {
    onRequest(estimate) {
      const ofRun = budget.chargeRequest(estimate);
      lastCharge = { ofRun, ofCall: tally.charge(estimate.inputTokens) };
    },
    onResponse({ usage, text, toolCalls }) {
      if (lastCharge === null) return;
      const outputTokens = estimateTokens(text + toolCalls.map(({ argumentsJson }) => argumentsJson).join(''));
      budget.settleUsage(lastCharge.ofRun, usage, outputTokens);
      tally.settle(lastCharge.ofCall, usage, outputTokens);
      lastCharge = null;
    },
    usage: tally.total,
  };
}
