import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** From a review that is carried over to one that waits for a slow model. */
const SECONDS = [0.1, 0.5, 1, 5, 15, 60, 180, 600, 1_800];

export type ServiceMetrics = ReturnType<typeof createServiceMetrics>;

/** What the service tells Prometheus of itself. Every name begins with `plumbline_`, but those of the process. */
export function createServiceMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `plumbline_${name}`, help, labelNames: [...labelNames], registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `plumbline_${name}`, help, registers });
  const seconds = (name: string, help: string) =>
    new Histogram({ name: `plumbline_${name}`, help, buckets: SECONDS, registers });
  return {
    registry,
    deliveries: counter('deliveries_total', 'Deliveries that were kept, by what became of them.', ['outcome']),
    started: counter('reviews_started_total', 'Reviews that were begun, by what asked for them.', ['trigger']),
    spared: counter('reviews_spared_total', 'Reviews that needed no run, by why.', ['reason']),
    ended: counter('reviews_ended_total', 'Reviews whose check was completed.', ['conclusion', 'coverage']),
    takenUp: counter('deliveries_taken_up_total', 'Deliveries that another process or an earlier try left unfinished.'),
    modelRequests: counter('model_requests_total', 'Requests to the model endpoint, retries included.'),
    modelTokens: counter('model_tokens_total', 'Tokens of the model endpoint.', ['direction']),
    waitSeconds: seconds('review_wait_seconds', 'From the acceptance of a review to its first step.'),
    runSeconds: seconds('review_run_seconds', 'From the first step of a review to the completion of its check.'),
    running: gauge('reviews_running', 'Reviews that run now.'),
    waiting: gauge('reviews_waiting', 'Accepted reviews that wait for a free place.'),
    githubLeft: gauge('github_requests_left', 'What GitHub last said an installation may still ask this hour.'),
  };
}
