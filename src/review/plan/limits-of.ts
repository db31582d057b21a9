import { type Limits, lowerLimits } from '../limits.js';
import type { Settings } from '../settings.js';

/** The bounds of one run: the operator's, lowered by the repository's settings where those are lower. */
export function limitsOf(ceiling: Limits, { limits }: Settings): Limits {
  return lowerLimits(ceiling, {
    ...(limits.requests === undefined ? {} : { maxRequests: limits.requests }),
    ...(limits.input_tokens === undefined ? {} : { maxInputTokens: limits.input_tokens }),
    ...(limits.output_tokens === undefined ? {} : { maxOutputTokens: limits.output_tokens }),
    ...(limits.call_seconds === undefined ? {} : { callTimeoutMs: limits.call_seconds * 1_000 }),
  });
}
