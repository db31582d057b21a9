import type { Limits } from '../limits.js';
import type { Usage } from '../model/call.js';
import { createUsageTally, type MeasuredUsage } from './usage-tally.js';

export type BudgetBound = 'requests' | 'input_tokens' | 'output_tokens';

/** Thrown instead of sending a request that would pass a bound of the run. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';

  constructor(
    readonly bound: BudgetBound,
    readonly limit: number,
  ) {
    super(`the run's budget is spent: ${limit} ${bound.replace('_', ' ')}`);
  }
}

export type RunBudget = {
  /** Charge one request before it leaves. Throws `BudgetSpent` when it would pass a bound; gives its number otherwise. */
  chargeRequest(estimate: { readonly inputTokens: number }): number;
  /** Correct the estimate of a charged request by what the endpoint measured. */
  settleUsage(charge: number, measured: MeasuredUsage, estimatedOutputTokens: number): void;
  /** None of these is ever negative. */
  requestsLeft(): number;
  inputTokensLeft(): number;
  outputTokensLeft(): number;
  usage(): Usage;
};

/** Keep the ledger of one run. All its calls share it; every try of every request is charged before it leaves. */
export function createRunBudget(limits: Pick<Limits, 'maxRequests' | 'maxInputTokens' | 'maxOutputTokens'>): RunBudget {
  const tally = createUsageTally();
  const left = (limit: number, used: number) => Math.max(0, limit - used);
  const requestsLeft = () => left(limits.maxRequests, tally.total().requests);
  const inputTokensLeft = () => left(limits.maxInputTokens, tally.total().inputTokens);
  const outputTokensLeft = () => left(limits.maxOutputTokens, tally.total().outputTokens);
  return {
    chargeRequest({ inputTokens }) {
      if (requestsLeft() === 0) throw new BudgetSpent('requests', limits.maxRequests);
      if (inputTokens > inputTokensLeft()) throw new BudgetSpent('input_tokens', limits.maxInputTokens);
      if (outputTokensLeft() === 0) throw new BudgetSpent('output_tokens', limits.maxOutputTokens);
      return tally.charge(inputTokens);
    },
    settleUsage: tally.settle,
    requestsLeft,
    inputTokensLeft,
    outputTokensLeft,
    usage: tally.total,
  };
}
