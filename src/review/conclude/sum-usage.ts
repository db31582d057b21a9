import { NO_USAGE, type Usage } from '../model/call.js';

/** Add up what several calls used. Estimated as soon as one of them is. */
export function sumUsage(usages: readonly Usage[]): Usage {
  return usages.reduce(
    (sum, usage) => ({
      requests: sum.requests + usage.requests,
      inputTokens: sum.inputTokens + usage.inputTokens,
      cachedInputTokens: sum.cachedInputTokens + usage.cachedInputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
      isEstimated: sum.isEstimated || usage.isEstimated,
    }),
    NO_USAGE,
  );
}
