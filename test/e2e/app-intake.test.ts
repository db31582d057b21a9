import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signDelivery } from '../support/github-world/deliveries.js';
import { openScene, type Scene, until } from '../support/scene.js';

const MIB = 1024 * 1024;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(() => scene.model.script([]));
afterAll(() => scene.close());

describe('who may start a review', () => {
  it.each(['read', 'triage', 'none'] as const)('T19: %s gets a reaction and nothing else', async (permission) => {
    const { checks, comments, number, shop } = await scene.openPullRequest({ permission });
    await comments('/review');
    await until(() => shop.comments(number)[0]?.reactions.length === 1);
    expect(shop.comments(number)[0]?.reactions[0]?.content).toBe('-1');
    expect(shop.comments(number)).toHaveLength(1);
    expect(checks()).toEqual([]);
  });

  it('T19: a permission that cannot be learnt means no', async () => {
    const { checks, comments, number, shop } = await scene.openPullRequest({ permission: 'admin' });
    scene.world.faults.on({ path: '/permission', times: 5 }, { status: 500 });
    await comments('/review');
    await until(() => shop.comments(number)[0]?.reactions.length === 1);
    expect(shop.comments(number)[0]?.reactions[0]?.content).toBe('-1');
    expect(checks()).toEqual([]);
  });

  it('an outsider’s pull request waits for a maintainer, who then can ask', async () => {
    const { comments, completedCheck, event, checks } = await scene.openPullRequest({ permission: 'read' });
    await event('opened', { sender: 'ada' });
    expect(await completedCheck()).toMatchObject({
      conclusion: 'neutral',
      title: 'Waiting: a maintainer can comment /review',
    });
    scene.world.setPermission(`octo/${lastRepository()}`, 'grace', 'maintain');
    await comments('/review', 'grace');
    await until(() => checks().find(({ conclusion }) => conclusion === 'success'));
  });
});

describe('events that start a review', () => {
  it.each(['opened', 'reopened', 'ready_for_review'])('%s by a collaborator', async (action) => {
    const { completedCheck, event } = await scene.openPullRequest();
    expect(await event(action, { sender: 'ada' })).toBe(200);
    expect(await completedCheck()).toMatchObject({ conclusion: 'success' });
  });

  it('P32: a changed base, and no other edit', async () => {
    const { checks, completedCheck, event, number, shop } = await scene.openPullRequest();
    await event('edited', { sender: 'ada', changes: { title: { from: 'x' } } });
    await shop.commit('release', { 'other.ts': 'x\n' });
    await shop.retarget(number, 'release');
    await event('edited', {
      sender: 'ada',
      changes: { base: { ref: { from: 'main' }, sha: { from: '0'.repeat(40) } } },
    });
    await completedCheck();
    expect(checks()).toHaveLength(1);
  });

  it('P27: Re-run all, which names only a commit', async () => {
    const { completedCheck, headSha, shop } = await scene.openPullRequest();
    const delivery = scene.world.delivery('check_suite', 'rerequested', {
      repository: shop.fullName,
      headSha,
      sender: 'ada',
    });
    expect((await scene.world.deliver(scene.app.url, delivery)).status).toBe(200);
    expect(await completedCheck()).toMatchObject({ conclusion: 'success' });
  });

  it('Re-run of one check', async () => {
    const { checks, comments, completedCheck, shop } = await scene.openPullRequest();
    await comments('/review');
    const { id } = await completedCheck();
    const delivery = scene.world.delivery('check_run', 'rerequested', {
      repository: shop.fullName,
      checkRun: id,
      sender: 'ada',
    });
    await scene.world.deliver(scene.app.url, delivery);
    await until(() => checks().filter(({ status }) => status === 'completed').length === 2);
  });

  it('a draft is skipped, and the check says so', async () => {
    const { completedCheck, event } = await scene.openPullRequest({ draft: true });
    await event('opened', { sender: 'ada' });
    expect(await completedCheck()).toMatchObject({ conclusion: 'skipped', title: 'Skipped: draft' });
  });

  it('strict coverage turns a skipped draft into something to act on', async () => {
    const { completedCheck, event } = await scene.openPullRequest({ draft: true, settings: 'strict_coverage: true\n' });
    await event('opened', { sender: 'ada' });
    expect(await completedCheck()).toMatchObject({ conclusion: 'action_required' });
  });

  it('a merge group repeats the conclusion of its pull request, under the same name', async () => {
    const { comments, completedCheck, number, shop, headSha } = await scene.openPullRequest();
    await comments('/review');
    await completedCheck();
    const group = await shop.commit(`gh-readonly-queue/main/pr-${number}-${headSha}`, { 'src/charge.ts': 'merged\n' });
    const delivery = scene.world.delivery('merge_group', 'checks_requested', {
      repository: shop.fullName,
      headSha: group,
      number,
      baseRef: 'main',
      extra: {
        merge_group: {
          head_sha: group,
          head_ref: `refs/heads/gh-readonly-queue/main/pr-${number}-${headSha}`,
          base_sha: headSha,
          base_ref: 'refs/heads/main',
        },
      },
    });
    await scene.world.deliver(scene.app.url, delivery);
    expect(await completedCheck(group)).toMatchObject({ name: 'Review', conclusion: 'success' });
  });

  it('two open pull requests with one head: the latest check speaks for both, with the worse conclusion', async () => {
    const { checks, comments, completedCheck, event, shop } = await scene.openPullRequest({ draft: true });
    await event('opened', { sender: 'ada' });
    await completedCheck();
    const second = await shop.openPullRequest({ head: 'topic', author: 'ada', base: 'main' });
    const comment = shop.comment(second.number, { body: '/review', author: 'ada' });
    const delivery = scene.world.delivery('issue_comment', 'created', {
      repository: shop.fullName,
      comment: comment.id,
    });
    await scene.world.deliver(scene.app.url, delivery);
    const check = await until(() =>
      checks().find((run) => run.status === 'completed' && run.externalId.startsWith(`pr${second.number}-`)),
    );
    expect(check.conclusion).toBe('skipped');
    expect(`${check.summary}${check.text}`).toContain('Skipped: draft');
    expect(comments).toBeDefined();
  });
});

describe('comments that start nothing', () => {
  it('an unknown command gets one short reply', async () => {
    const { checks, comments, number, shop } = await scene.openPullRequest();
    await comments('/review turbo');
    const reply = await until(() => shop.comments(number)[1]);
    expect(reply.body).toBe(
      '`/review turbo` is not something I know. Try `/review`, or `/review src/api "is the retry idempotent?"`.',
    );
    expect(checks()).toEqual([]);
  });

  it('a mode that does not exist yet is refused with a clear sentence', async () => {
    const { comments, number, shop } = await scene.openPullRequest();
    await comments('/review strict');
    const reply = await until(() => shop.comments(number)[1]);
    expect(reply.body).toContain('`/review strict` is not available yet.');
  });

  it('a bot, a plain issue and talk leave no trace', async () => {
    const { checks, comments, number, shop } = await scene.openPullRequest();
    scene.world.clearRequests();
    const issue = shop.openIssue('x');
    const onIssue = shop.comment(issue.number, { body: '/review', author: 'ada' });
    await scene.world.deliver(
      scene.app.url,
      scene.world.delivery('issue_comment', 'created', { repository: shop.fullName, comment: onIssue.id }),
    );
    await comments('/review', 'helper[bot]');
    await comments('I would /review this');
    expect(scene.world.countReads() + scene.world.countWrites()).toBe(0);
    expect(checks()).toEqual([]);
    expect(shop.comments(number)).toHaveLength(2);
  });

  it('a closed pull request says that there is nothing to review', async () => {
    const { comments, number, shop } = await scene.openPullRequest();
    shop.setState(number, 'closed');
    await comments('/review');
    const reply = await until(() => shop.comments(number)[1]);
    expect(reply.body).toContain('closed');
  });
});

describe('deliveries', () => {
  it('J07: a redelivery makes no second run', async () => {
    const { checks, completedCheck, number, shop } = await scene.openPullRequest();
    const comment = shop.comment(number, { body: '/review', author: 'ada' });
    const delivery = scene.world.delivery('issue_comment', 'created', {
      repository: shop.fullName,
      comment: comment.id,
    });
    await Promise.all([scene.world.deliver(scene.app.url, delivery), scene.world.deliver(scene.app.url, delivery)]);
    await completedCheck();
    await scene.world.deliver(scene.app.url, delivery);
    expect(checks()).toHaveLength(1);
  });

  it('a wrong signature and a missing header are refused', async () => {
    const wrong = scene.world.rawDelivery('issue_comment', { action: 'created' }, 'd-wrong', 'not the secret');
    expect((await scene.world.deliver(scene.app.url, wrong)).status).toBe(400);
    const response = await fetch(`${scene.app.url}/api/github/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(400);
  });

  it('a body over 25 MB is refused', async () => {
    const response = await fetch(`${scene.app.url}/api/github/webhooks`, {
      method: 'POST',
      body: Buffer.alloc(26 * MIB),
    }).catch(() => null);
    expect([413, undefined]).toContain(response?.status);
  });

  it('a body that never says how long it is, is cut off', async () => {
    const sentBytes = await sendUntilCutOff(`${scene.app.url}/api/github/webhooks`, 200 * MIB);
    expect(sentBytes).toBeGreaterThanOrEqual(25 * MIB);
    expect(sentBytes).toBeLessThan(100 * MIB);
  });

  it.each([
    ['check_run', {}],
    ['pull_request', { action: '__proto__' }],
    ['constructor', { action: 'created' }],
  ])('a signed %s event with the body %j is answered and starts nothing', async (event, payload) => {
    const delivery = scene.world.rawDelivery(event, payload, `d-odd-${event}-${JSON.stringify(payload)}`);
    const { status } = await scene.world.deliver(scene.app.url, delivery);
    expect([200, 400]).toContain(status);
  });

  it.each([
    ['pull_request', 'null'],
    ['pull_request', '[]'],
    ['pull_request', '"x"'],
    ['pull_request', '7'],
    ['pull_request', '{"action":null}'],
    ['pull_request', '{"action":{"toString":null}}'],
    ['issue_comment', '{"__proto__":{"action":"created"}}'],
    ['pull_request', '{"action":"opened","installation":null,"repository":[],"pull_request":"x"}'],
    ['pull_request', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
    ['__proto__', '{"action":"created"}'],
    ['__proto__', 'null'],
    ['toString', '{}'],
    ['*', '{}'],
    ['error', '{}'],
  ])('a signed %s event with the text %s is answered, and the next one too', async (event, body) => {
    const { headers } = signDelivery(scene.world.app.webhookSecret, event, {}, 'd-text');
    const signature = createHmac('sha256', scene.world.app.webhookSecret).update(body).digest('hex');
    const { status } = await fetch(`${scene.app.url}/api/github/webhooks`, {
      method: 'POST',
      headers: { ...headers, 'x-hub-signature-256': `sha256=${signature}` },
      body,
    });
    expect([200, 202, 400, 422]).toContain(status);
    const sound = scene.world.rawDelivery('star', { action: 'created' }, 'd-sound');
    expect((await scene.world.deliver(scene.app.url, sound)).status).toBe(200);
  });

  it('an event nobody handles is answered', async () => {
    const delivery = scene.world.rawDelivery('star', { action: 'created' }, 'd-star');
    expect((await scene.world.deliver(scene.app.url, delivery)).status).toBe(200);
  });
});

function lastRepository(): string {
  return (
    scene.world.requests
      .map(({ path }) => /\/repos\/octo\/(shop-\d+)/.exec(path)?.[1])
      .findLast((name) => name !== undefined) ?? ''
  );
}

/** Send a body in pieces, at the pace at which it is taken, and give how many bytes had been handed over when the other side closed. */
async function sendUntilCutOff(url: string, atMostBytes: number): Promise<number> {
  let sentBytes = 0;
  const body = Readable.from(
    (function* () {
      for (; sentBytes < atMostBytes; sentBytes += MIB) yield Buffer.alloc(MIB);
    })(),
  );
  const sending = request(url, { method: 'POST' });
  sending.on('response', (response) => response.resume());
  await pipeline(body, sending).catch(() => {});
  return sentBytes;
}
