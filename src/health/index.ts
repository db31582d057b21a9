/** health: what the service says of itself to whoever runs it. */
export { countEvents } from './count-events.js';
export { createHealthRoutes } from './health-routes.js';
export { createServiceMetrics } from './service-metrics.js';
export { watchGithubLimit } from './watch-github-limit.js';
