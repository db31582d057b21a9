import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { countEvents, createHealthRoutes, createServiceMetrics, watchGithubLimit } from '../../../src/health/index.js';

type State = Parameters<typeof createHealthRoutes>[0];

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function get(path: string, state: Partial<State> = {}, method = 'GET') {
  const metrics = createServiceMetrics();
  const runs = () => ({ running: 2, waiting: 3 });
  const routes = createHealthRoutes({ askDatabase: async () => 1, isOpen: () => true, runs, metrics, ...state });
  const server = createServer(async (request, response) => {
    if (!(await routes(request, response))) response.writeHead(404).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  return { status: response.status, text: await response.text() };
}

describe('what the service says of itself', () => {
  it('is that it is alive', async () => {
    expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}\n' });
    expect(await get('/healthz', {}, 'HEAD')).toEqual({ status: 200, text: '' });
  });

  it.each<[string, Partial<State>, number, object]>([
    ['ready', {}, 200, { status: 'ready', database: 'ok', engine: 'ok' }],
    ['ready without a database', { askDatabase: null }, 200, { status: 'ready', database: 'none' }],
    [
      'not ready while the database is down',
      { askDatabase: () => Promise.reject(new Error('down')) },
      503,
      { status: 'not_ready', database: 'unavailable', engine: 'ok' },
    ],
    ['not ready while it stops', { isOpen: () => false }, 503, { status: 'not_ready', engine: 'closed' }],
  ])('is that it is %s', async (_name, state, status, body) => {
    const answer = await get('/readyz', state);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ ...body, runs: { running: 2, waiting: 3 } });
  });

  it('is not ready when the database does not answer in time', async () => {
    const answer = await get('/readyz', { askDatabase: () => new Promise(() => {}) });
    expect(answer).toMatchObject({ status: 503, text: expect.stringContaining('"database":"unavailable"') });
  });

  it('is nothing on other paths and to other methods', async () => {
    expect((await get('/')).status).toBe(404);
    expect((await get('/healthz', {}, 'POST')).status).toBe(404);
  });
});

describe('metrics', () => {
  it('count what is logged, of children too, and log it all the same', async () => {
    const lines: string[] = [];
    const metrics = createServiceMetrics();
    const log = countEvents(pino({}, { write: (line: string) => void lines.push(line) }), metrics);
    log.info({ outcome: 'enqueued' }, 'delivery-kept');
    const child = log.child({ deliveryId: 'd' });
    child.info({ trigger: 'comment' }, 'review-started');
    child.info({ waitMs: 200 }, 'review-running');
    child.info({ requests: 2, inputTokens: 100, outputTokens: 10 }, 'call-ended');
    child.info({ conclusion: 'success', coverage: 'complete', runMs: 1_500 }, 'review-completed');
    child.info({}, 'nothing-to-do');
    child.warn({}, 'review-started');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toContain('"deliveryId":"d"');
    const { text } = await get('/metrics', { metrics });
    for (const line of [
      'plumbline_deliveries_total{outcome="enqueued"} 1',
      'plumbline_reviews_started_total{trigger="comment"} 1',
      'plumbline_review_wait_seconds_sum 0.2',
      'plumbline_model_requests_total 2',
      'plumbline_model_tokens_total{direction="in"} 100',
      'plumbline_reviews_ended_total{conclusion="success",coverage="complete"} 1',
      'plumbline_review_run_seconds_sum 1.5',
      'plumbline_reviews_spared_total{reason="nothing_to_do"} 1',
      'plumbline_reviews_running 2',
      'plumbline_reviews_waiting 3',
    ])
      expect(text).toContain(`${line}\n`);
  });

  it('tell what GitHub last said is left', async () => {
    const metrics = createServiceMetrics();
    const answers: Record<string, string>[] = [{ 'x-ratelimit-remaining': '4711' }, {}];
    const fetched = watchGithubLimit(async () => new Response('', { headers: answers.shift() ?? {} }), metrics);
    await fetched('https://api.github.com/');
    await fetched('https://api.github.com/');
    expect((await get('/metrics', { metrics })).text).toContain('plumbline_github_requests_left 4711\n');
  });
});
