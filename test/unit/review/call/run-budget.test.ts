import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BudgetSpent, createRunBudget } from '../../../../src/review/call/run-budget.js';

const limits = { maxRequests: 3, maxInputTokens: 1_000, maxOutputTokens: 100 };

describe('createRunBudget', () => {
  it('T15: counts every try, answered or not', () => {
    const budget = createRunBudget(limits);
    for (const _try of [1, 2, 3]) budget.chargeRequest({ inputTokens: 10 });
    expect(() => budget.chargeRequest({ inputTokens: 10 })).toThrow(new BudgetSpent('requests', 3));
    expect(budget.usage().requests).toBe(3);
  });

  it('refuses a request whose estimate would pass the bound of input tokens, and does not count it', () => {
    const budget = createRunBudget(limits);
    expect(() => budget.chargeRequest({ inputTokens: 1_001 })).toThrow(new BudgetSpent('input_tokens', 1_000));
    expect(budget.usage().requests).toBe(0);
  });

  it('replaces an estimate by what was measured', () => {
    const budget = createRunBudget(limits);
    const charge = budget.chargeRequest({ inputTokens: 900 });
    budget.settleUsage(charge, { inputTokens: 400, cachedInputTokens: 100, outputTokens: 20 }, 999);
    expect(budget.usage()).toEqual({
      requests: 1,
      inputTokens: 400,
      cachedInputTokens: 100,
      outputTokens: 20,
      isEstimated: false,
    });
    expect(budget.inputTokensLeft()).toBe(600);
  });

  it('keeps estimates, and says so, when the endpoint told nothing', () => {
    const budget = createRunBudget(limits);
    budget.settleUsage(budget.chargeRequest({ inputTokens: 300 }), null, 40);
    expect(budget.usage()).toMatchObject({ inputTokens: 300, outputTokens: 40, isEstimated: true });
  });

  it('refuses the next request when the output tokens are used up', () => {
    const budget = createRunBudget(limits);
    budget.settleUsage(
      budget.chargeRequest({ inputTokens: 1 }),
      { inputTokens: 1, cachedInputTokens: 0, outputTokens: 500 },
      0,
    );
    expect(budget.outputTokensLeft()).toBe(0);
    expect(() => budget.chargeRequest({ inputTokens: 1 })).toThrow(new BudgetSpent('output_tokens', 100));
  });

  it.each([-500, Number.NaN, Number.POSITIVE_INFINITY])(
    'takes a measurement of %d as none, not as a gift',
    (tokens) => {
      const budget = createRunBudget(limits);
      const charge = budget.chargeRequest({ inputTokens: 10 });
      budget.settleUsage(charge, { inputTokens: tokens, cachedInputTokens: tokens, outputTokens: tokens }, 0);
      expect(budget.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0 });
    },
  );

  it('O08: never lets estimates pass the bound and never has less than nothing left', () => {
    const step = fc.record({ estimate: fc.nat(600), measured: fc.option(fc.nat(600)), output: fc.nat(80) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const budget = createRunBudget(limits);
        for (const { estimate, measured, output } of steps) {
          const leftBefore = budget.inputTokensLeft();
          try {
            const charge = budget.chargeRequest({ inputTokens: estimate });
            expect(estimate).toBeLessThanOrEqual(leftBefore);
            const told =
              measured === null ? null : { inputTokens: measured, cachedInputTokens: 0, outputTokens: output };
            budget.settleUsage(charge, told, output);
          } catch (error) {
            expect(error).toBeInstanceOf(BudgetSpent);
          }
          expect(
            Math.min(budget.requestsLeft(), budget.inputTokensLeft(), budget.outputTokensLeft()),
          ).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    );
  });
});
