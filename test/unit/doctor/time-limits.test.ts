import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import '../../../src/provider/github/index.js';
import { runDoctor } from '../../../src/doctor/index.js';
import { inspectEnvironment } from '../../../src/environment.js';
import { systemClock } from '../../../src/system-clock.js';
import { createGithubWorld } from '../../support/github-world/index.js';

const TIME_LIMIT_MS = 300;

let silent: Server;
let host: string;

beforeAll(async () => {
  silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      silent.close(() => resolve());
      silent.closeAllConnections();
    }),
);

it('ends within its time limit when nobody answers anything, and tells each', async () => {
  const world = await createGithubWorld();
  const variables = {
    PATH: process.env.PATH,
    OPENAI_BASE_URL: `http://${host}/v1`,
    PLUMBLINE_MODEL: 'any',
    GITHUB_TOKEN: 'any-token',
    APP_ID: '1',
    PRIVATE_KEY: world.app.privateKey,
    WEBHOOK_SECRET: 'a-secret-of-some-length',
    GHE_HOST: host,
    GHE_PROTOCOL: 'http',
  };
  const startedAtMs = Date.now();
  const { checks } = await runDoctor({
    ...describe(variables),
    variables,
    directory: '.',
    nodeVersion: '22.12.0',
    fetch,
    clock: systemClock,
    signal: new AbortController().signal,
    timeLimitMs: TIME_LIMIT_MS,
  });
  // Git itself may take longer than that here.
  const failed = checks.filter(({ name, status }) => status === 'fail' && name !== 'git' && name !== 'static checks');
  expect(failed.map(({ name }) => name)).toEqual(['model endpoint', 'github token', 'app credentials']);
  for (const { found } of failed) expect(found).toContain('no answer within 0.3 s');
  // Side by side: all of it takes about as long as one of them.
  expect(Date.now() - startedAtMs).toBeLessThan(20 * TIME_LIMIT_MS);
  await world.close();
});

function describe(variables: Record<string, string | undefined>) {
  const { environment, problems } = inspectEnvironment(variables);
  return { environment, environmentProblems: problems };
}
