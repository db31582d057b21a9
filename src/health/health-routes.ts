import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceMetrics } from './service-metrics.js';

/** A probe that is not answered soon has its answer: the service is not ready. */
const READY_LIMIT_MS = 2_000;

export type ServiceState = {
  /** Rejects when the database does not answer. Null: there is none. */
  readonly askDatabase: (() => Promise<unknown>) | null;
  /** The service takes deliveries: it is neither starting nor stopping. */
  readonly isOpen: () => boolean;
  readonly runs: () => { readonly running: number; readonly waiting: number };
  readonly metrics: ServiceMetrics;
};

/**
 * `/healthz`: the process answers. `/readyz`: it can take deliveries; 503 and which part cannot otherwise. `/metrics`: for
 * Prometheus. Nothing in them is about a repository. Gives false for every other path.
 */
export function createHealthRoutes(
  state: ServiceState,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  return async ({ method, url = '' }, response) => {
    const route = method === 'GET' || method === 'HEAD' ? ROUTES[url.split('?', 1)[0] ?? ''] : undefined;
    if (route === undefined) return false;
    const { body, contentType, status } = await route(state);
    response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
    response.end(method === 'HEAD' ? '' : body);
    return true;
  };
}

type Answer = { readonly status: number; readonly contentType: string; readonly body: string };

const ROUTES: Readonly<Record<string, (state: ServiceState) => Promise<Answer>>> = {
  '/healthz': async () => json(200, { status: 'ok' }),
  '/readyz': readiness,
  '/metrics': async ({ metrics, runs }) => {
    const { running, waiting } = runs();
    metrics.running.set(running);
    metrics.waiting.set(waiting);
    return { status: 200, contentType: metrics.registry.contentType, body: await metrics.registry.metrics() };
  },
};

async function readiness({ askDatabase, isOpen, runs }: ServiceState): Promise<Answer> {
  const database = askDatabase === null ? 'none' : (await isAnswered(askDatabase())) ? 'ok' : 'unavailable';
  const engine = isOpen() ? 'ok' : 'closed';
  const isReady = database !== 'unavailable' && engine === 'ok';
  return json(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not_ready', database, engine, runs: runs() });
}

function isAnswered(asked: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(false), READY_LIMIT_MS);
    const settle = (isThere: boolean) => () => {
      clearTimeout(limit);
      resolve(isThere);
    };
    asked.then(settle(true), settle(false));
  });
}

function json(status: number, body: object): Answer {
  return { status, contentType: 'application/json; charset=utf-8', body: `${JSON.stringify(body)}\n` };
}
