import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, mintInstallationToken, signAppToken } from '../../support/github-world/client.js';
import { createGithubWorld, type GithubWorld, type RepositoryHandle } from '../../support/github-world/index.js';

const SECONDS = 1_000;

let world: GithubWorld;
let shop: RepositoryHandle;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.now();
  world = await createGithubWorld({ now: () => nowMs });
  shop = await world.createRepository('octo/shop');
  await shop.commit('main', { 'a.ts': 'a\n' });
});

afterEach(() => world.close());

async function statusOf(token: string | null, path = '/repos/octo/shop', method = 'GET', body?: unknown) {
  return (await ask(world, token, path, { method, body })).status;
}

describe('credentials', () => {
  it('asks for some', async () => {
    expect([await statusOf(null), await statusOf('nonsense')]).toEqual([401, 401]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['expired', { exp: 1 }],
    ['living longer than ten minutes', { exp: Math.floor(Date.now() / SECONDS) + 3_600 }],
    ['issued in the future', { iat: Math.floor(Date.now() / SECONDS) + 300 }],
    ['of another App', { iss: 1 }],
  ])("refuses an App's token that is %s", async (_, claims) => {
    expect(await statusOf(signAppToken(world.app, claims), '/app')).toBe(401);
  });

  it("refuses an App's token signed with another key", async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({
      type: 'pkcs1',
      format: 'pem',
    });
    expect(await statusOf(signAppToken({ id: world.app.id, privateKey: other.toString() }), '/app')).toBe(401);
  });

  it('keeps the doors of the App and of its installation apart', async () => {
    const token = await mintInstallationToken(world);
    expect([await statusOf(signAppToken(world.app)), await statusOf(token, '/app'), await statusOf(token)]).toEqual([
      401, 401, 200,
    ]);
  });

  it.each(['/app/hook/config', '/app/hook/deliveries', '/app/installations'])(
    'opens %s to the App alone',
    async (path) => {
      const token = await mintInstallationToken(world);
      const asApp = await statusOf(signAppToken(world.app), path);
      expect([asApp, await statusOf(token, path), await statusOf(world.token, path)]).toEqual([200, 401, 401]);
    },
  );

  it('mints tokens with what the installation has accepted', async () => {
    world.setAcceptedPermissions({ metadata: 'read' });
    const token = await mintInstallationToken(world);
    expect(await statusOf(token, '/repos/octo/shop/pulls')).toBe(403);
  });

  it('lets an installation token live one hour', async () => {
    const token = await mintInstallationToken(world);
    nowMs += 3_599 * SECONDS;
    const before = await statusOf(token);
    nowMs += 1 * SECONDS;
    expect([before, await statusOf(token)]).toEqual([200, 401]);
  });

  it('expires tokens on demand', async () => {
    const token = await mintInstallationToken(world);
    world.expireTokens();
    expect(await statusOf(token)).toBe(401);
  });

  it('refuses a very young token for a while when told to', async () => {
    world.refuseYoungTokens(1);
    const token = await mintInstallationToken(world);
    expect([await statusOf(token), await statusOf(token)]).toEqual([401, 200]);
  });

  it('narrows a token to the permissions asked for, and grants no others', async () => {
    const path = `/app/installations/${world.installationId}/access_tokens`;
    const mint = (permissions: Record<string, string>) =>
      ask(world, signAppToken(world.app), path, { method: 'POST', body: { permissions } });
    const narrow = await mint({ contents: 'read' });
    const wide = await mint({ contents: 'write' });
    expect([await statusOf(narrow.body.token, '/repos/octo/shop/pulls'), wide.status]).toEqual([403, 422]);
  });
});

describe('permissions', () => {
  it('says which permission was missing once it is taken away', async () => {
    const token = await mintInstallationToken(world);
    world.setAppPermission('checks', 'read');
    const answer = await ask(world, token, '/repos/octo/shop/check-runs', { method: 'POST', body: {} });
    expect([
      answer.status,
      answer.body.message,
      answer.headers.get('x-accepted-github-permissions'),
      answer.headers.get('retry-after'),
    ]).toEqual([403, 'Resource not accessible by integration', 'checks=write', null]);
  });

  it('does not know a repository it is not installed on', async () => {
    await world.createRepository('octo/other', { installed: false });
    expect(await statusOf(await mintInstallationToken(world), '/repos/octo/other')).toBe(404);
  });

  it.each([
    ['admin', 'admin', 'admin'],
    ['maintain', 'write', 'maintain'],
    ['write', 'write', 'write'],
    ['triage', 'read', 'triage'],
    ['none', 'none', 'none'],
  ] as const)('shows %s as permission %s and role %s', async (level, permission, role) => {
    world.setPermission('octo/shop', 'Ada', level);
    const { body } = await ask(world, world.token, '/repos/octo/shop/collaborators/ada/permission');
    expect([body.permission, body.role_name]).toEqual([permission, role]);
  });

  it('answers read for a stranger of a public repository and 404 in a private one', async () => {
    await world.createRepository('octo/vault', { private: true });
    const open = await ask(world, world.token, '/repos/octo/shop/collaborators/eve/permission');
    expect([
      open.body.permission,
      await statusOf(world.token, '/repos/octo/vault/collaborators/eve/permission'),
    ]).toEqual(['read', 404]);
  });

  it('does not know apps and forgotten accounts as users', async () => {
    world.forgetUser('Copilot');
    const path = (login: string) => `/repos/octo/shop/collaborators/${encodeURIComponent(login)}/permission`;
    expect([
      await statusOf(world.token, path('copilot')),
      await statusOf(world.token, path('dependabot[bot]')),
    ]).toEqual([404, 404]);
  });
});

describe('comments and reactions', () => {
  it('wants write on pull requests for a reaction and a reply there, and adds a reaction once', async () => {
    await shop.commit('topic', { 'b.ts': 'b\n' });
    const { number } = await shop.openPullRequest({ head: 'topic' });
    const { id, reactions } = shop.comment(number, { body: '/review' });
    const token = await mintInstallationToken(world);
    const react = () =>
      statusOf(token, `/repos/octo/shop/issues/comments/${id}/reactions`, 'POST', { content: 'eyes' });
    const reply = () => statusOf(token, `/repos/octo/shop/issues/${number}/comments`, 'POST', { body: 'no' });
    const allowed = [await react(), await react(), await reply()];
    world.setAppPermission('pull_requests', 'read');
    expect([allowed, await react(), await reply()]).toEqual([[201, 200, 201], 403, 403]);
    expect([reactions.map(({ content }) => content), shop.comments(number).map(({ login }) => login)]).toEqual([
      ['eyes'],
      ['ada', 'plumbline[bot]'],
    ]);
  });

  it('deletes a reaction of its own', async () => {
    const { number } = shop.openIssue();
    const comment = shop.comment(number, { body: 'hi' });
    world.setAppPermission('issues', 'write');
    const token = await mintInstallationToken(world);
    const path = `/repos/octo/shop/issues/comments/${comment.id}/reactions`;
    const { body } = await ask(world, token, path, { method: 'POST', body: { content: 'rocket' } });
    expect([await statusOf(token, `${path}/${body.id}`, 'DELETE'), comment.reactions]).toEqual([204, []]);
  });

  it.each([
    [{ content: 'shrug' }, 'reactions'],
    [{ body: ' ' }, 'comments'],
  ])('refuses %j', async (body, what) => {
    const { number } = shop.openIssue();
    const comment = shop.comment(number, { body: 'hi' });
    const path = what === 'reactions' ? `comments/${comment.id}/reactions` : `${number}/comments`;
    expect(await statusOf(world.token, `/repos/octo/shop/issues/${path}`, 'POST', body)).toBe(422);
  });
});

describe('the memory of deliveries', () => {
  const list = async (query: string) =>
    (await ask(world, signAppToken(world.app), `/app/hook/deliveries${query}`)).body;

  it('is told newest first, and paged by a cursor', async () => {
    for (const event of ['ping', 'check_run', 'check_suite']) world.addDelivery({ event, action: null });
    const first = await ask(world, signAppToken(world.app), '/app/hook/deliveries?per_page=2');
    const cursor = /[?&]cursor=([^>&]+)/.exec(first.headers.get('link') ?? '')?.[1];
    const rest = await list(`?per_page=2&cursor=${cursor}`);
    const events = [...first.body, ...rest].map((delivery: { event: string }) => delivery.event);
    expect(events).toEqual(['check_suite', 'check_run', 'ping']);
  });

  it('narrows to a status, and refuses what is none', async () => {
    world.addDelivery({ statusCode: 202 });
    world.addDelivery({ statusCode: 500 });
    expect([(await list('?status=failure')).length, (await list('?status=success')).length]).toEqual([1, 1]);
    expect(await statusOf(signAppToken(world.app), '/app/hook/deliveries?status=odd')).toBe(422);
    expect(await statusOf(signAppToken(world.app), '/app/hook/deliveries?cursor=odd')).toBe(422);
  });
});
