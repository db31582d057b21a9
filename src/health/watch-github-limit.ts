import type { ServiceMetrics } from './service-metrics.js';

const LEFT = 'x-ratelimit-remaining';

/** A fetch that notes what GitHub says of its hourly limit. */
export function watchGithubLimit(
  fetch: typeof globalThis.fetch,
  { githubLeft }: ServiceMetrics,
): typeof globalThis.fetch {
  return async (...args) => {
    const response = await fetch(...args);
    const left = Number.parseInt(response.headers.get(LEFT) ?? '', 10);
    if (Number.isSafeInteger(left)) githubLeft.set(left);
    return response;
  };
}
