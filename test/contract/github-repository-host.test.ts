import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createGithubClient, createGithubRepositoryHost } from '../../src/provider/github/index.js';
import type { CheckPublisher } from '../../src/review/index.js';
import { aSignal, instantClock, silentLog } from '../support/builders/scripted-github.js';
import {
  createGithubWorld,
  type Files,
  type GithubWorld,
  type RepositoryHandle,
} from '../support/github-world/index.js';

let world: GithubWorld;
let shop: RepositoryHandle;

beforeEach(async () => {
  world = await createGithubWorld();
  shop = await world.createRepository('octo/shop');
  await shop.commit('main', { 'a.ts': 'a\n' });
});

afterEach(async () => {
  await world.close();
});

const noPublisher = (): CheckPublisher => {
  throw new Error('no check in this test');
};

function hostOf(options: { repositoryId?: number; appId?: number | null; permissionTimeoutMs?: number } = {}) {
  return createGithubRepositoryHost({
    client: createGithubClient({ auth: world.token, apiUrl: world.url, fetch: globalThis.fetch }),
    repository: { owner: 'octo', name: 'shop', id: options.repositoryId ?? shop.id },
    appId: options.appId === undefined ? Number(world.app.id) : options.appId,
    clock: instantClock(),
    log: silentLog,
    permissionTimeoutMs: options.permissionTimeoutMs ?? 5_000,
    createCheckPublisher: noPublisher,
  });
}

async function openPull(files: Files = { 'a.ts': 'b\n' }, more: { author?: string | null; base?: string } = {}) {
  await shop.commit('topic', files);
  return shop.openPullRequest({ head: 'topic', ...more });
}

describe('a pull request', () => {
  it('is told as it stands', async () => {
    await shop.commit('topic', { 'a.ts': 'b\n' });
    const { number, headSha } = await shop.openPullRequest({
      head: 'topic',
      author: 'ada',
      draft: true,
      labels: ['bug'],
    });
    expect(await hostOf().readPullRequest(number, aSignal())).toEqual({
      number,
      isOpen: true,
      isDraft: true,
      author: { login: 'ada', isBot: false },
      headSha,
      headRef: 'topic',
      baseRef: 'main',
      labels: ['bug'],
    });
  });

  it('P30: has the author ghost when the account is gone', async () => {
    const { number } = await openPull({ 'a.ts': 'b\n' }, { author: null });
    expect((await hostOf().readPullRequest(number, aSignal())).author).toEqual({ login: 'ghost', isBot: false });
  });

  it('is refused when the name belongs to another repository by now', async () => {
    const { number } = await openPull();
    const reading = hostOf({ repositoryId: 5 }).readPullRequest(number, aSignal());
    await expect(reading).rejects.toMatchObject({ code: 'provider_denied' });
  });

  it('J05: costs at most 12 reads with everything that belongs to a review of 20 files', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`src/f${index}.ts`, 'x\n']));
    await shop.commit('main', {
      'AGENTS.md': 'rules\n',
      '.gitattributes': '*.lock -diff\n',
      '.github/plumbline.yml': 'mode: standard\n',
    });
    const { number, headSha } = await openPull(files);
    world.setPermission('octo/shop', 'ada', 'write');
    const host = hostOf();
    const facts = await host.readPullRequest(number, aSignal());
    await host.readPermission('ada', aSignal());
    await host.readSettings(facts.baseRef, aSignal());
    const source = host.changeSource(number, headSha);
    const target = await source.pin(aSignal());
    await source.listFiles(target, aSignal());
    const read = await source.readBaseFiles(target, ['AGENTS.md', '.gitattributes', 'CLAUDE.md'], 9_000, aSignal());
    const head = await source.readHeadFiles(target, Object.keys(files), 9_000, aSignal());
    await source.recheck(target, aSignal());
    expect([read.files.size, head.files.size]).toEqual([2, 20]);
    expect(world.countReads()).toBe(10);
  });
});

describe('the pull requests of a commit', () => {
  it('are the open ones with exactly this head, ascending', async () => {
    const first = await openPull();
    const second = await shop.openPullRequest({ head: 'topic', base: 'main' });
    const closed = await shop.openPullRequest({ head: 'topic' });
    shop.setState(closed.number, 'closed');
    expect(await hostOf().listOpenPullRequests(first.headSha, aSignal())).toEqual([first.number, second.number]);
  });

  it('C06: are found for the head of a fork too', async () => {
    await shop.commit('ada:topic', { 'a.ts': 'b\n' });
    const pull = await shop.openPullRequest({ head: 'ada:topic' });
    expect(await hostOf().listOpenPullRequests(pull.headSha, aSignal())).toEqual([pull.number]);
  });

  it('are none for a commit nobody knows', async () => {
    await openPull();
    expect(await hostOf().listOpenPullRequests('9'.repeat(40), aSignal())).toEqual([]);
  });

  it('B02: are looked for on every page', async () => {
    const pull = await openPull();
    await shop.commit('other', { 'o.ts': 'o\n' });
    for (let index = 0; index < 130; index += 1) await shop.openPullRequest({ head: 'other' });
    world.faults.on({ path: /\/commits\/.*\/pulls/ }, { status: 404, body: { message: 'Not Found' } });
    expect(await hostOf().listOpenPullRequests(pull.headSha, aSignal())).toEqual([pull.number]);
  });
});

describe('a permission', () => {
  it.each(['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const)('is told as %s', async (level) => {
    world.setPermission('octo/shop', 'ada', level);
    expect(await hostOf().readPermission('ada', aSignal())).toBe(level);
  });

  it.each([
    ['a 403', { status: 403, body: { message: 'no' } }],
    ['a 500', { status: 500 }],
    ['a reset', { reset: true } as const],
    ['half an answer', { truncateJson: true } as const],
    ['a spent limit', { primaryLimit: true } as const],
    ['a secondary limit', { secondaryLimit: { retryAfterSeconds: 3_600 } } as const],
    ['an answer of another shape', { status: 200, body: { permission: 7 } }],
    ['an answer without a level', { status: 200, body: {} }],
    ['a level of tomorrow', { status: 200, body: { permission: 'superwrite', role_name: 'admin' } }],
    ['a page of HTML', { status: 200, body: '<html>admin</html>' }],
    ['an answer that never comes', { hang: true } as const],
  ])('T19: is unknown after %s', async (_name, fault) => {
    world.setPermission('octo/shop', 'ada', 'admin');
    world.faults.on({ path: '/permission', times: Number.POSITIVE_INFINITY }, fault);
    expect(await hostOf({ permissionTimeoutMs: 300 }).readPermission('ada', aSignal())).toBe('unknown');
  });

  it('C04: is none for a bot that GitHub knows no user of', async () => {
    world.forgetUser('copilot[bot]');
    expect(await hostOf().readPermission('copilot[bot]', aSignal())).toBe('none');
    expect(world.requests.at(-1)?.path).toContain('copilot%5Bbot%5D');
  });

  it('T19: is none after a 404, which a private repository answers for strangers', async () => {
    world.faults.on({ path: '/permission' }, { status: 404, body: { message: 'Not Found' } });
    expect(await hostOf().readPermission('mallory', aSignal())).toBe('none');
    expect(world.countReads()).toBe(1);
  });

  it('P30: of a ghost is that of a stranger', async () => {
    expect(await hostOf().readPermission('ghost', aSignal())).toBe('read');
  });

  it('T19: is asked of GitHub each time, because it may have been taken away', async () => {
    const host = hostOf();
    world.setPermission('octo/shop', 'ada', 'write');
    expect(await host.readPermission('ada', aSignal())).toBe('write');
    world.setPermission('octo/shop', 'ada', 'read');
    expect(await host.readPermission('ada', aSignal())).toBe('read');
  });

  it('is asked for nobody without a name', async () => {
    expect(await hostOf().readPermission('', aSignal())).toBe('unknown');
    expect(world.countReads()).toBe(0);
  });
});

describe('the settings file', () => {
  const settings = (text: string): Files => ({ '.github/plumbline.yml': text });

  it('comes from the default branch as it stands now, never from the change', async () => {
    const { number } = await openPull(settings('mode: theirs\n'));
    await shop.commit('main', settings('mode: ours\n'));
    const host = hostOf();
    await host.readPullRequest(number, aSignal());
    expect(await host.readSettings('main', aSignal())).toEqual({ text: 'mode: ours\n', ref: 'main' });
    expect(world.countReads()).toBe(2);
  });

  it('comes from a protected base branch', async () => {
    await shop.commit('release', settings('mode: release\n'));
    shop.protectBranch('release');
    expect(await hostOf().readSettings('release', aSignal())).toEqual({ text: 'mode: release\n', ref: 'release' });
  });

  it('comes from the default branch when anybody may write to the base', async () => {
    await shop.commit('main', settings('mode: ours\n'));
    await shop.commit('anyones', settings('mode: theirs\n'));
    expect(await hostOf().readSettings('anyones', aSignal())).toEqual({ text: 'mode: ours\n', ref: 'main' });
  });

  it('need not exist', async () => {
    expect(await hostOf().readSettings('main', aSignal())).toBeNull();
  });

  it('is refused with its size when it is too large', async () => {
    await shop.commit('main', settings('#'.repeat(70_000)));
    await expect(hostOf().readSettings('main', aSignal())).rejects.toMatchObject({
      code: 'configuration_invalid',
      message: expect.stringContaining('70000'),
    });
  });
});

describe('saying something', () => {
  it('reacts and replies', async () => {
    const { number } = await openPull();
    const comment = shop.comment(number, { body: '/review' });
    await hostOf().react(comment.id, 'eyes');
    await hostOf().reply(number, 'No such command.');
    expect(comment.reactions.map((reaction) => reaction.content)).toEqual(['eyes']);
    expect(shop.comments(number).at(-1)?.body).toBe('No such command.');
  });

  it('says it once, and goes on when it cannot be said', async () => {
    const { number } = await openPull();
    world.faults.on({ method: 'POST', times: Number.POSITIVE_INFINITY }, { afterDoing: 502 });
    await hostOf().reply(number, 'once');
    expect(shop.comments(number)).toHaveLength(1);
    await hostOf().react(1, 'eyes');
  });
});

describe('the conclusion of our check', () => {
  const done = { status: 'completed', conclusion: 'neutral' } as const;

  it('is the latest completed one of our name on the head', async () => {
    const { number, headSha } = await openPull();
    shop.addCheckRun({ name: 'Review', headSha, appSlug: world.app.slug }, { ...done, conclusion: 'success' });
    shop.addCheckRun({ name: 'Review', headSha, appSlug: world.app.slug }, done);
    shop.addCheckRun({ name: 'Other', headSha, appSlug: world.app.slug }, { ...done, conclusion: 'failure' });
    expect(await hostOf().readConclusion({ pullRequest: number, checkName: 'Review', headSha: null }, aSignal())).toBe(
      'neutral',
    );
  });

  it.each([
    ['failure', 'failure'],
    ['action_required', 'action_required'],
    ['success', 'cancelled'],
    [null, 'cancelled'],
  ] as const)('after %s and a cancelled run is %s', async (before, expected) => {
    const { number, headSha } = await openPull();
    const ours = { name: 'Review', headSha, appSlug: world.app.slug };
    if (before !== null) shop.addCheckRun(ours, { ...done, conclusion: before });
    shop.addCheckRun(ours, { ...done, conclusion: 'cancelled' });
    expect(await hostOf().readConclusion({ pullRequest: number, checkName: 'Review', headSha: null }, aSignal())).toBe(
      expected,
    );
  });

  it.each([
    ['failure', 'skipped', 'Skipped: draft', 'failure'],
    ['failure', 'neutral', 'Waiting: a maintainer can comment /review', 'failure'],
    ['failure', 'action_required', 'Skipped: draft', 'failure'],
    ['success', 'skipped', 'Skipped: draft', 'skipped'],
    ['failure', 'neutral', '1 medium in 1 of 1 file', 'neutral'],
    ['neutral', 'failure', 'Skipped: draft · as before: failure', 'failure'],
  ] as const)('after %s, then %s with the title "%s", is %s', async (before, conclusion, title, expected) => {
    const { number, headSha } = await openPull();
    const ours = { name: 'Review', headSha, appSlug: world.app.slug };
    shop.addCheckRun(ours, { ...done, conclusion: before });
    shop.addCheckRun(ours, { ...done, conclusion, title });
    shop.addCheckRun(ours, { ...done, conclusion: 'cancelled' });
    shop.addCheckRun(ours, { ...done, conclusion, title });
    const wanted = { pullRequest: number, checkName: 'Review', headSha: null };
    expect(await hostOf().readConclusion(wanted, aSignal())).toBe(expected);
  });

  it('is that of the commit that is asked for', async () => {
    const { number } = await openPull();
    const headSha = await shop.push('feature', { 'later.ts': 'later\n' });
    shop.addCheckRun({ name: 'Review', headSha, appSlug: world.app.slug }, { ...done, conclusion: 'failure' });
    const wanted = { pullRequest: number, checkName: 'Review', headSha };
    expect(await hostOf().readConclusion(wanted, aSignal())).toBe('failure');
  });

  it('is not none where the checks of the commit cannot be seen', async () => {
    const { number } = await openPull();
    world.faults.on({ method: 'GET', path: /check-runs$/ }, { status: 404 });
    const wanted = { pullRequest: number, checkName: 'Review', headSha: null };
    await expect(hostOf().readConclusion(wanted, aSignal())).rejects.toMatchObject({ code: 'provider_denied' });
  });

  it('J03: is never that of another app with the same name', async () => {
    const { number, headSha } = await openPull();
    shop.addCheckRun({ name: 'Review', headSha, appSlug: 'github-actions' }, { ...done, conclusion: 'success' });
    expect(
      await hostOf().readConclusion({ pullRequest: number, checkName: 'Review', headSha: null }, aSignal()),
    ).toBeNull();
    expect(
      await hostOf({ appId: null }).readConclusion(
        { pullRequest: number, checkName: 'Review', headSha: null },
        aSignal(),
      ),
    ).toBeNull();
  });

  it('is none while it runs', async () => {
    const { number, headSha } = await openPull();
    shop.addCheckRun({ name: 'Review', headSha, appSlug: world.app.slug }, { status: 'in_progress', conclusion: null });
    expect(
      await hostOf().readConclusion({ pullRequest: number, checkName: 'Review', headSha: null }, aSignal()),
    ).toBeNull();
  });
});
