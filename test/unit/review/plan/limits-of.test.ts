import { expect, it } from '@jest/globals';
import { DEFAULT_LIMITS } from '../../../../src/review/limits.js';
import { limitsOf } from '../../../../src/review/plan/index.js';
import { DEFAULT_SETTINGS } from '../../../../src/review/settings.js';

const withLimits = (limits: typeof DEFAULT_SETTINGS.limits) =>
  limitsOf(DEFAULT_LIMITS, { ...DEFAULT_SETTINGS, limits });

it('takes the limits of the operator where the repository sets none', () => {
  expect(withLimits({})).toEqual(DEFAULT_LIMITS);
});

it.each([
  [{ requests: 2 }, { maxRequests: 2 }],
  [{ input_tokens: 1_500 }, { maxInputTokens: 1_500 }],
  [{ output_tokens: 600 }, { maxOutputTokens: 600 }],
  [{ call_seconds: 7 }, { callTimeoutMs: 7_000 }],
])('lowers exactly what %j says', (limits, lowered) => {
  expect(withLimits(limits)).toEqual({ ...DEFAULT_LIMITS, ...lowered });
});

it('never raises one', () => {
  const high = { requests: 1e9, input_tokens: 1e12, output_tokens: 1e12, call_seconds: 1e9 };
  expect(withLimits(high)).toEqual(DEFAULT_LIMITS);
});
