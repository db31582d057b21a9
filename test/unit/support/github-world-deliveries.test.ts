import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Probot } from 'probot';
import { createGithubWorld, type GithubWorld, type RepositoryHandle } from '../../support/github-world/index.js';

type Payload = Record<string, unknown>;
type Definition = { readonly name: string; readonly examples: readonly Payload[] };

const DEFINITIONS: readonly Definition[] = createRequire(import.meta.url)('@octokit/webhooks-examples');
const REPOSITORY = 'octo/shop';

let world: GithubWorld;
let shop: RepositoryHandle;
let ids: { number: number; comment: number; onIssue: number; checkRun: number; headSha: string };

beforeAll(async () => {
  world = await createGithubWorld();
  shop = await world.createRepository(REPOSITORY);
  await shop.commit('main', { 'a.ts': 'a\n' });
  await shop.commit('topic', { 'a.ts': 'b\n' });
  const { number, headSha } = await shop.openPullRequest({ head: 'topic' });
  ids = {
    number,
    headSha,
    comment: shop.comment(number, { body: '/review' }).id,
    onIssue: shop.comment(shop.openIssue().number, { body: '/review' }).id,
    checkRun: shop.addCheckRun({ name: 'review', headSha, appSlug: world.app.slug }).id,
  };
});

afterAll(() => world.close());

/** Keys that real examples of an event have in common; a delivery without one of them would be a lie. */
function commonKeys(examples: readonly Payload[], at: (example: Payload) => unknown): string[] {
  const [first = {}, ...others] = examples
    .map(at)
    .filter((value): value is Payload => typeof value === 'object' && value !== null);
  return Object.keys(first).filter((key) => others.every((other) => key in other));
}

function examplesOf(event: string, action: string): readonly Payload[] {
  const all = DEFINITIONS.find(({ name }) => name === event)?.examples ?? [];
  const same = all.filter((example) => example.action === action);
  return same.length > 0 ? same : all;
}

function missingKeys(event: string, action: string, payload: Payload): string[] {
  const examples = examplesOf(event, action);
  // An organization's repository names it; the people of the world own theirs. Values of a change differ by what was edited.
  const isExpected = (key: string) => !['organization', 'changes', 'enterprise'].includes(key);
  const top = commonKeys(examples, (example) => example).filter(isExpected);
  const missing = top.filter((key) => !(key in payload));
  const inner = top.flatMap((key) => {
    const own = payload[key];
    if (typeof own !== 'object' || own === null) return [];
    return commonKeys(examples, (example) => example[key])
      .filter((name) => !(name in own))
      .map((name) => `${key}.${name}`);
  });
  return [...missing, ...inner];
}

describe('deliveries have the keys real ones have', () => {
  it.each([
    ['pull_request', 'opened', {}],
    ['pull_request', 'reopened', {}],
    ['pull_request', 'ready_for_review', {}],
    ['pull_request', 'synchronize', { before: '1'.repeat(40) }],
    ['pull_request', 'edited', { changes: { base: { ref: { from: 'main' }, sha: { from: '1'.repeat(40) } } } }],
    ['pull_request', 'closed', {}],
    ['pull_request', 'converted_to_draft', {}],
    ['issue_comment', 'created', {}],
    ['check_run', 'rerequested', {}],
    ['check_run', 'requested_action', { requestedAction: 'again' }],
    ['check_suite', 'rerequested', {}],
    ['merge_group', 'checks_requested', {}],
    ['installation', 'created', {}],
    ['installation_repositories', 'added', {}],
  ])('%s %s', (event, action, subject) => {
    const { payload } = world.delivery(event, action, { repository: REPOSITORY, ...ids, ...subject });
    expect(missingKeys(event, action, payload)).toEqual([]);
    expect(payload.action).toBe(action);
  });
});

describe('what deliveries say', () => {
  it('marks a comment on a pull request, and only there', () => {
    const of = (comment: number) =>
      world.delivery('issue_comment', 'created', { repository: REPOSITORY, comment }).payload.issue;
    expect(of(ids.comment)).toHaveProperty('pull_request.url');
    expect(of(ids.onIssue)).not.toHaveProperty('pull_request');
  });

  it('sends a bot as a bot', () => {
    const comment = shop.comment(ids.number, { body: '/review', author: 'helper', isBot: true });
    const { payload } = world.delivery('issue_comment', 'created', { repository: REPOSITORY, comment: comment.id });
    expect(payload).toMatchObject({
      sender: { login: 'helper[bot]', type: 'Bot' },
      comment: { user: { type: 'Bot' } },
    });
  });

  it('re-runs all without naming pull requests or branch', () => {
    const { payload } = world.delivery('check_suite', 'rerequested', { repository: REPOSITORY, headSha: ids.headSha });
    expect(payload.check_suite).toMatchObject({ head_sha: ids.headSha, pull_requests: [], head_branch: null });
  });

  it('refuses to speak of what is not there', () => {
    expect(() => world.delivery('pull_request', 'opened', { repository: REPOSITORY, number: 99 })).toThrow(
      'no pull request 99',
    );
  });
});

describe('posting a delivery', () => {
  it('is accepted by the real webhook check under its own id, and refused with another secret', async () => {
    const { app } = world;
    const probot = new Probot({
      appId: app.id,
      privateKey: app.privateKey,
      secret: app.webhookSecret,
      logLevel: 'fatal',
    });
    await probot.ready();
    const seen: string[] = [];
    probot.on('issue_comment.created', (context) => void seen.push(`${context.id} ${context.payload.comment.body}`));
    const delivery = world.delivery('issue_comment', 'created', {
      repository: REPOSITORY,
      comment: ids.comment,
      deliveryId: 'd-1',
    });
    const receive = ({ headers, body }: typeof delivery) =>
      probot.webhooks.verifyAndReceive({
        id: headers['x-github-delivery'] ?? '',
        name: 'issue_comment',
        payload: body,
        signature: headers['x-hub-signature-256'] ?? '',
      });
    await receive(delivery);
    await expect(receive(world.rawDelivery('issue_comment', delivery.payload, 'd-2', 'wrong'))).rejects.toThrow(
      'signature',
    );
    expect(seen).toEqual(['d-1 /review']);
  });

  it('goes to the default path of a Probot server and brings back the answer', async () => {
    const server = createServer((request, response) => response.writeHead(202).end(request.url));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await world.deliver(`http://127.0.0.1:${port}/`, world.delivery('ping', 'ping'));
    await new Promise((resolve) => server.close(resolve));
    expect(answer).toEqual({ status: 202, text: '/api/github/webhooks' });
  });
});
