import { NO_USAGE, type Usage } from '../model/call.js';

/** What an endpoint measured of one request; null when it told nothing. */
export type MeasuredUsage = {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
} | null;

export type UsageTally = {
  /** Count a request before it leaves; gives the number under which it is settled. */
  charge(inputTokens: number): number;
  /** Replace a request's estimate by what was measured. Without a measurement the estimates stay. */
  settle(charge: number, measured: MeasuredUsage, estimatedOutputTokens: number): void;
  total(): Usage;
};

/** Adds up requests and tokens. A request that never got an answer keeps its estimate: what left was spent. */
export function createUsageTally(): UsageTally {
  const requests: Omit<Usage, 'requests'>[] = [];
  return {
    charge(inputTokens) {
      const estimate = { inputTokens, cachedInputTokens: 0, outputTokens: 0, isEstimated: true };
      return requests.push(estimate) - 1;
    },
    settle(charge, measured, estimatedOutputTokens) {
      const charged = requests[charge];
      if (charged === undefined) return;
      requests[charge] =
        measured === null
          ? { ...charged, outputTokens: estimatedOutputTokens }
          : { ...toWhole(measured), isEstimated: false };
    },
    total: () => requests.reduce(add, NO_USAGE),
  };
}

function add(sum: Usage, request: Omit<Usage, 'requests'>): Usage {
  return {
    requests: sum.requests + 1,
    inputTokens: sum.inputTokens + request.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + request.cachedInputTokens,
    outputTokens: sum.outputTokens + request.outputTokens,
    isEstimated: sum.isEstimated || request.isEstimated,
  };
}

/** An endpoint may tell anything; a negative count would give budget back. */
function toWhole({ inputTokens, cachedInputTokens, outputTokens }: NonNullable<MeasuredUsage>) {
  const whole = (count: number) => (Number.isFinite(count) ? Math.max(0, Math.round(count)) : 0);
  return {
    inputTokens: whole(inputTokens),
    cachedInputTokens: whole(cachedInputTokens),
    outputTokens: whole(outputTokens),
  };
}
