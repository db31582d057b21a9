import { describe, expect, it } from '@jest/globals';
import { describeBudgetSpent, describeKnownError, describeMovement } from '../../../../src/review/call/describe-end.js';
import { BudgetSpent } from '../../../../src/review/call/run-budget.js';
import { PlumblineError } from '../../../../src/review/errors.js';

const moved = (what: 'head' | 'base_ref' | 'merge_base' | 'content') =>
  describeMovement({ kind: 'moved', what, from: 'aaa', to: 'bbb' });

describe('the end of a call in words', () => {
  it('says from where to where a target moved', () => {
    expect(moved('head')).toMatchObject({
      reason: 'target_moved',
      title: 'the head moved',
      message: 'The head moved from aaa to bbb while it was being reviewed.',
    });
  });

  it('gives no digests of a content that moved: nobody knows them', () => {
    expect(moved('content').message).not.toMatch(/aaa|bbb/);
  });

  it.each([
    ['requests', 'model requests'],
    ['input_tokens', 'input tokens'],
    ['output_tokens', 'output tokens'],
  ] as const)('names the bound that was reached: %s', (bound, words) => {
    const { message, reason } = describeBudgetSpent(new BudgetSpent(bound, 7));
    expect([reason, message]).toEqual([
      'over_budget',
      `The review stopped before an answer: its budget of 7 ${words} is spent.`,
    ]);
    expect(new BudgetSpent(bound, 7).message).toBe(`the run's budget is spent: 7 ${bound.replace('_', ' ')}`);
  });

  it('gives a known error its own words, masked', () => {
    const error = new PlumblineError('provider_failed', { status: 502, request: `ghp_${'a'.repeat(36)}` });
    expect(describeKnownError(error)).toMatchObject({
      reason: 'call_failed',
      message: 'GitHub answered 502 to [masked].',
      help: error.help,
    });
  });
});
