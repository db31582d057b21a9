import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CommandLine,
  findsTheRetry,
  openCommandLine,
  PLAIN,
  RETRIED,
  withoutTimes,
} from '../support/command-line.js';
import { createGithubWorld, type Files, type GithubWorld } from '../support/github-world/index.js';
import { submitsReview, waitsFor } from '../support/model-stand-in/index.js';

let line: CommandLine;
let world: GithubWorld;
let site: string;
let created = 0;

beforeAll(async () => {
  [line, world] = await Promise.all([openCommandLine(), createGithubWorld()]);
  site = new URL(world.url).host;
});
afterAll(() => Promise.all([line.close(), world.close()]));

async function openPullRequest(head: Files = { 'src/charge.ts': RETRIED }) {
  created += 1;
  const shop = await world.createRepository(`octo/shop-${created}`);
  await shop.commit('main', { 'src/charge.ts': PLAIN });
  await shop.commit('topic', head);
  const { number } = await shop.openPullRequest({ head: 'topic', author: 'ada' });
  return { shop, url: `http://${site}/octo/shop-${created}/pull/${number}` };
}

/** No folder is needed: the pull request is read from GitHub alone. */
function review(words: readonly string[], variables: Readonly<Record<string, string | undefined>> = {}) {
  const nowhere = { directory: '/nonexistent', environment: {} };
  const github = { GHE_HOST: site, GHE_PROTOCOL: 'http', GITHUB_TOKEN: world.token };
  return line.plumbline(nowhere, ['review', 'pr', ...words], { variables: { ...github, ...variables } });
}

describe('plumbline review pr', () => {
  it('reads the pull request, says what it found, and writes nothing to GitHub', async () => {
    const { url } = await openPullRequest();
    line.model.script([findsTheRetry()]);
    world.clearRequests();
    const { status, stdout } = await review([url, '--fail-on', 'high']);
    expect(status).toBe(10);
    expect(world.countWrites()).toBe(0);
    expect(withoutTimes(stdout)).toMatchInlineSnapshot(`
"HIGH     F1  Retry sends the payment twice
             src/charge.ts:2
             2 │   return retry(() => provider.charge());
             charge() is retried after a time-out, but the first request may
             have gone through.
             when     the provider answers after 30 s
             instead  send one idempotency key for all tries of one order

1 high · 1 of 1 file read · current · 1 request, 1,500 tokens, <time>
"
`);
  });

  it('narrows to paths and understands an address with more behind it', async () => {
    const { url } = await openPullRequest({ 'src/charge.ts': RETRIED, 'docs/a.md': 'text\n' });
    const { status, stdout } = await review([`${url}/files#diff`, '--json', '--', 'docs']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).coverage.files).toMatchObject([{ path: 'docs/a.md', state: 'reviewed' }]);
  });

  it('is stale when the head moves while the model answers', async () => {
    const { shop, url } = await openPullRequest();
    const seen = line.model.requests.length;
    const pushed = untilAsked(seen).then(() => shop.push('topic', { 'src/charge.ts': 'second\n' }));
    line.model.script([waitsFor(pushed, submitsReview())]);
    const { status, stdout } = await review([url]);
    expect(status).toBe(4);
    expect(stdout).toMatch(/^Stale: the head moved during the review\n[0-9a-f]{7} → [0-9a-f]{7}\. Run it again/);
  });

  it('shows the plan without a model request', async () => {
    const { url } = await openPullRequest();
    const seen = line.model.requests.length;
    const { status, stdout } = await review([url, '--preview'], { PLUMBLINE_MODEL: undefined });
    expect([status, line.model.requests.length]).toEqual([0, seen]);
    expect(stdout).toContain('src/charge.ts  +1 -1, 1 page');
  });

  it('never asks another host than the one that is configured', async () => {
    world.clearRequests();
    const { status, stderr } = await review(['https://github.com/octo/shop/pull/1']);
    expect(status).toBe(2);
    expect(stderr).toBe(
      `error: the pull request is on github.com, but ${site} is configured\nhelp:  unset GHE_HOST to ask github.com\n`,
    );
    expect(world.countReads()).toBe(0);
  });

  it('says how to reach a server that is not configured', async () => {
    const { stderr } = await review(['https://ghe.example/octo/shop/pull/1'], { GHE_HOST: undefined });
    expect(stderr).toContain('help:  set GHE_HOST=ghe.example to ask that server');
  });

  it('understands a host with scheme and slash', async () => {
    const { url } = await openPullRequest();
    expect((await review([url, '--preview'], { GHE_HOST: `http://${site}/` })).status).toBe(0);
  });

  it.each([
    ['a pull request that is not there', { GITHUB_TOKEN: '' }, 404],
    ['a token that is refused', { GITHUB_TOKEN: 'wrong' }, 401],
  ])('is an error with %s', async (_title, variables, code) => {
    const { url } = await openPullRequest();
    const address = code === 404 ? url.replace(/\d+$/, '999') : url;
    const { status, stdout, stderr } = await review([address], code === 404 ? {} : variables);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^error: GitHub .*${code}.*\nhelp: {2}\\S`));
    expect(stderr).not.toContain('GITHUB_TOKEN is not set');
  });

  it('says of what is not shown without a token that none is set', async () => {
    const { url } = await openPullRequest();
    const { status, stderr } = await review([url.replace(/\d+$/, '999')], { GITHUB_TOKEN: undefined });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/\nhelp: {2}.*\n {7}GITHUB_TOKEN is not set: /)]);
  });

  it('tells the address that was not reached', async () => {
    const nowhere = '127.0.0.1:1';
    const variables = { GHE_HOST: nowhere, GITHUB_TOKEN: undefined };
    const { status, stdout, stderr } = await review([`http://${nowhere}/octo/shop/pull/7`], variables);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^error: 127\.0\.0\.1:1 was not reached: http:\/\/127\.0\.0\.1:1\/api\/v3\/repos\/octo\/shop\/pulls\/7\n/,
    );
    expect(stderr).toContain('GITHUB_TOKEN is not set');
  }, 30_000);
});

async function untilAsked(seen: number): Promise<void> {
  const endMs = Date.now() + 10_000;
  while (line.model.requests.length <= seen && Date.now() < endMs)
    await new Promise((resolve) => setTimeout(resolve, 5));
}
