import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Probot, ProbotOctokit } from 'probot';
import { mintingAtHome, openInstallation } from '../../src/installation-client.js';
import { withoutRetries } from '../../src/provider/github/index.js';
import { createGithubWorld, type Fault, type GithubWorld } from '../support/github-world/index.js';

let world: GithubWorld;
beforeAll(async () => {
  world = await createGithubWorld();
  await world.createRepository('octo/shop');
});
beforeEach(() => {
  world.faults.clear();
  world.clearRequests();
});
afterAll(() => world.close());

const NOW_MS = 1_700_000_000_000;
const TOKENS = '/access_tokens';

const mints = () => world.requests.filter(({ path }) => path.includes(TOKENS)).length;

function open() {
  const probot = new Probot({
    appId: world.app.id,
    privateKey: world.app.privateKey,
    secret: 'secret',
    Octokit: ProbotOctokit.defaults((options: object) => mintingAtHome(withoutRetries(options))),
    baseUrl: world.url,
    log: pino({ level: 'silent' }),
  });
  return openInstallation(probot, world.installationId, () => NOW_MS);
}

describe('the client of an installation', () => {
  it('has its token when it is given out, and asks for no second one', async () => {
    const client = await open();
    expect(mints()).toBe(1);
    await client.request('GET /repos/{owner}/{repo}', { owner: 'octo', repo: 'shop' });
    expect(mints()).toBe(1);
  });

  it.each<readonly [string, Fault, object]>([
    ['500', { status: 500 }, { code: 'provider_failed', facts: { retryAtMs: NOW_MS } }],
    ['502 as a web page', { status: 502, body: '<html>' }, { code: 'provider_failed', facts: { retryAtMs: NOW_MS } }],
    ['a reset', { reset: true }, { code: 'provider_failed', facts: { retryAtMs: NOW_MS } }],
    [
      'a secondary limit',
      { secondaryLimit: { retryAfterSeconds: 30 } },
      { code: 'provider_rate_limited', facts: { retryAtMs: NOW_MS + 30_000 } },
    ],
  ])('may be had later after %s', async (_name, fault, expected) => {
    world.faults.on({ path: TOKENS }, fault);
    await expect(open()).rejects.toMatchObject(expected);
    expect(mints()).toBe(1);
  });

  it.each<readonly [string, Fault]>([
    ['an installation that is gone', { status: 404, body: { message: 'Not Found' } }],
    ['one that is suspended', { status: 403, body: { message: 'This installation has been suspended' } }],
    ['a key that is not the App’s', { status: 401, body: { message: 'A JSON web token could not be decoded' } }],
  ])('will not be had of %s', async (_name, fault) => {
    world.faults.on({ path: TOKENS }, fault);
    const rejection = await open().catch((error: unknown) => error);
    expect(rejection).toMatchObject({ code: 'provider_denied', help: expect.stringContaining('installed') });
    expect(rejection).not.toHaveProperty('facts.retryAtMs');
  });
});
