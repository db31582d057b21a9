import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, mintInstallationToken } from '../../support/github-world/client.js';
import { createGithubWorld, type GithubWorld, type RepositoryHandle } from '../../support/github-world/index.js';

const REPO = '/repos/octo/shop';

let world: GithubWorld;
let shop: RepositoryHandle;
let headSha: string;

beforeEach(async () => {
  world = await createGithubWorld();
  shop = await world.createRepository('octo/shop');
  headSha = await shop.commit('main', { 'a.ts': 'a\n' });
});

afterEach(() => world.close());

function read(path = REPO) {
  return ask(world, world.token, path);
}

describe('faults', () => {
  it('apply to matching requests, after some and for a number of times', async () => {
    world.faults.on({ method: 'get', path: /shop$/, after: 1, times: 2 }, { status: 502 });
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) statuses.push((await read()).status);
    expect(statuses).toEqual([200, 502, 502, 200]);
  });

  it('answer with a body and headers of choice', async () => {
    world.faults.on({}, { status: 503, body: '<html>unicorn</html>', headers: { 'retry-after': '7' } });
    const { body, headers } = await read();
    expect([body, headers.get('content-type'), headers.get('retry-after')]).toEqual([
      '<html>unicorn</html>',
      'text/html; charset=utf-8',
      '7',
    ]);
  });

  it('cut the connection', async () => {
    world.faults.on({}, { reset: true });
    await expect(read()).rejects.toThrow('fetch failed');
    expect(world.requests.map(({ status }) => status)).toEqual([0]);
  });

  it('answer with half of the text', async () => {
    world.faults.on({}, { truncateJson: true });
    const { status, body } = await read();
    expect([status, typeof body]).toEqual([200, 'string']);
  });

  it('never answer, until the client gives up', async () => {
    world.faults.on({}, { hang: true });
    const request = fetch(`${world.url}${REPO}`, { signal: AbortSignal.timeout(50) });
    await expect(request).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('answer late', async () => {
    world.faults.on({}, { delayMs: 60 });
    const startedAtMs = performance.now();
    const { status } = await read();
    expect([status, performance.now() - startedAtMs >= 55]).toEqual([200, true]);
  });

  it.each([
    ['primary', { primaryLimit: true }, '0', null],
    ['secondary', { secondaryLimit: { retryAfterSeconds: 60 } }, '4999', '60'],
  ] as const)('show the %s limit by body and headers', async (word, fault, remaining, retryAfter) => {
    world.faults.on({}, fault);
    const { status, body, headers } = await read();
    expect(status).toBe(403);
    expect(body.message).toContain(word === 'primary' ? 'API rate limit exceeded' : 'secondary rate limit');
    expect([headers.get('x-ratelimit-remaining'), headers.get('retry-after')]).toEqual([remaining, retryAfter]);
  });

  it.each([
    ['an error', { afterDoing: 502 }],
    ['a cut connection', { resetAfterDoing: true }],
  ] as const)('do the write and then answer with %s', async (_, fault) => {
    const token = await mintInstallationToken(world);
    world.faults.on({ method: 'POST', path: '/check-runs' }, fault);
    await ask(world, token, `${REPO}/check-runs`, {
      method: 'POST',
      body: { name: 'review', head_sha: headSha },
    }).catch(() => null);
    expect(world.checkRuns('octo/shop').map(({ name }) => name)).toEqual(['review']);
  });
});

describe('limits', () => {
  it('refuse more than so many requests at once', async () => {
    world.limits.concurrentRequests = 2;
    world.faults.on({ times: 3 }, { delayMs: 60 });
    const answers = await Promise.all([read(), read(), read()]);
    expect(answers.map(({ status }) => status).sort()).toContain(403);
  });

  it('refuse more writes a minute than GitHub takes', async () => {
    world.limits.contentWritesPerMinute = 1;
    const { number } = shop.openIssue();
    const write = () =>
      ask(world, world.token, `${REPO}/issues/${number}/comments`, { method: 'POST', body: { body: 'x' } });
    const answers = [await write(), await write()];
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [201, null],
      [403, '60'],
    ]);
  });

  it('count everything but an answer of 304', async () => {
    const first = await read();
    const etag = first.headers.get('etag') ?? '';
    const second = await ask(world, world.token, REPO, { headers: { 'if-none-match': etag } });
    expect([first, second].map(({ headers }) => headers.get('x-ratelimit-used'))).toEqual(['1', '1']);
  });
});

describe('a world that changes meanwhile', () => {
  it('changes before the answer of the n-th request leaves', async () => {
    const seen: string[] = [];
    world.afterRequest(2, () => shop.push('main', { 'a.ts': 'b\n' }));
    for (let round = 0; round < 3; round += 1) seen.push((await read(`${REPO}/branches/main`)).body.commit.sha);
    expect(seen).toEqual([headSha, headSha, shop.tip('main')]);
    expect(shop.tip('main')).not.toBe(headSha);
  });

  it('changes after the n-th request that matches', async () => {
    const seen: string[] = [];
    world.afterRequest({ path: '/contents/', nth: 1 }, () => seen.push('changed'));
    for (const path of [REPO, `${REPO}/contents/a.ts`, `${REPO}/contents/a.ts`]) {
      await read(path);
      seen.push(path);
    }
    expect(seen).toEqual([REPO, 'changed', `${REPO}/contents/a.ts`, `${REPO}/contents/a.ts`]);
  });
});

describe('the log', () => {
  it('tells reads, writes and the minting of tokens apart', async () => {
    const token = await mintInstallationToken(world);
    await read(`${REPO}/pulls?state=all`);
    await ask(world, token, `/api/v3${REPO}/check-runs`, { method: 'POST', body: {} });
    expect(world.requests.map(({ kind, method, path, query, status }) => [kind, method, path, query, status])).toEqual([
      ['auth', 'POST', `/app/installations/${world.installationId}/access_tokens`, '', 201],
      ['read', 'GET', `${REPO}/pulls`, 'state=all', 200],
      ['write', 'POST', `${REPO}/check-runs`, '', 422],
    ]);
    expect([world.countReads(), world.countWrites()]).toEqual([1, 1]);
    world.clearRequests();
    expect(world.requests).toEqual([]);
  });
});
