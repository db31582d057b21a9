import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryRunSlots } from '../../src/durable/index.js';
import type { RepositoryIntent } from '../../src/review/index.js';
import {
  type Lab,
  type LabEnding,
  type LabPullRequest,
  type LabRun,
  openLab,
  repositoryOf,
} from '../support/app-in-process.js';
import type { RepositoryHandle } from '../support/github-world/index.js';
import { submitsReview } from '../support/model-stand-in/index.js';

const FINDINGS = 120;
const ROWS = Array.from({ length: FINDINGS }, (_, row) => `row ${row}\n`).join('\n\n');

let lab: Lab;
let pull: LabPullRequest;
let shop: RepositoryHandle;
/** Where everything stands before each run. */
let start: { readonly main: string; readonly first: string; readonly topic: string };

beforeAll(async () => {
  lab = await openLab();
  pull = await lab.openPullRequest({
    base: { 'a.ts': 'one\n', 'gone.ts': 'x\n', 'AGENTS.md': '- Amounts are in cents.\n' },
    head: { 'a.ts': 'two\n', 'gone.ts': null },
  });
  shop = pull.shop;
  const main = shop.tip('main');
  const first = shop.tip('topic');
  const topic = await shop.push('topic', { 'rows.ts': ROWS });
  await shop.commit('release', { 'c.ts': 'four\n' }, { from: 'main' });
  start = { main, first, topic };
});
beforeEach(async () => {
  await backToStart();
  lab.model.respondWith(() => undefined);
});
afterAll(() => lab.close());

async function backToStart(): Promise<void> {
  await shop.setTip('main', start.main);
  await shop.setTip('topic', start.topic);
  await shop.retarget(pull.number, 'main');
  lab.world.clearRequests();
}

type Move = { readonly does: () => Promise<unknown>; readonly isSeenByDetail: boolean };
const MOVES: readonly (readonly [string, Move])[] = [
  ['A01: a push', { does: () => shop.push('topic', { 'a.ts': 'five\n' }), isSeenByDetail: true }],
  ['B03: a force push', { does: () => shop.forcePush('topic', { 'a.ts': 'six\n' }), isSeenByDetail: true }],
  ['a force push to an earlier commit', { does: () => shop.setTip('topic', start.first), isSeenByDetail: true }],
  ['P32: another base', { does: () => shop.retarget(pull.number, 'release'), isSeenByDetail: true }],
  ['the base merged into the topic', { does: mergeBaseIntoTopic, isSeenByDetail: true }],
  ['a base that took a commit of the topic', { does: takeFirstCommit, isSeenByDetail: true }],
  // Nothing but the comparison shows this one: after its last answer it cannot be seen any more.
  ['the same, not on record', { does: () => shop.setTip('main', start.first), isSeenByDetail: false }],
];

async function mergeBaseIntoTopic(): Promise<void> {
  await shop.commit('main', { 'd.ts': 'seven\n' });
  await shop.merge('topic', 'main');
}

async function takeFirstCommit(): Promise<void> {
  await shop.setTip('main', start.first);
  shop.refreshBase(pull.number);
}

/** The requests of a run that nothing disturbs, and which of them, counted from 1, was the last look at the target. */
async function plainRun(options: LabRun = {}) {
  const { checks } = await lab.run(pull, options);
  expect(checks).toMatchObject([{ status: 'completed', headSha: start.topic }]);
  expect(checks[0]?.summary).toMatch(/3 of 3 files, current/);
  const requests = lab.world.requests.map(({ method, path }) => `${method} ${path}`);
  const lastOf = (what: RegExp) => requests.findLastIndex((request) => what.test(request)) + 1;
  const look = { detail: lastOf(/^GET .*\/pulls\/\d+$/), compare: lastOf(/^GET .*\/compare\//) };
  return { requests, look, conclusion: lastOf(/^PATCH .*\/check-runs\/\d+$/) };
}

/** One word for what a run says of the commit that was the head when it began. */
function standingOf({ checks }: LabEnding): string {
  expect(checks.every(({ status }) => status === 'completed')).toBe(true);
  const old = checks.filter(({ headSha }) => headSha === start.topic);
  const isBoundToNew = checks.some(({ headSha }) => headSha !== start.topic);
  if (old.length === 0 && isBoundToNew) return 'bound to the new head';
  return old.map(({ title }) => /^(Stale|Superseded)/.exec(title ?? '')?.[0] ?? `current: ${title}`).join(', ');
}

/** Whether a run that calls itself current really compared with where the target stood when it began to look. */
async function isBoundToNewEnds({ checks }: LabEnding): Promise<boolean> {
  const { baseRef } = shop.pull(pull.number);
  const mergeBase = (await shop.mergeBase(baseRef, 'topic')) ?? '';
  return checks.every(
    ({ summary }) => summary?.includes(`against \`${baseRef}\` (merge base \`${mergeBase.slice(0, 7)}\`)`) === true,
  );
}

async function runMovedAfter(nth: number, does: () => Promise<unknown>, options: LabRun = {}) {
  await backToStart();
  lab.world.afterRequest(nth, does);
  const ending = await lab.run(pull, options);
  const standing = standingOf(ending);
  return standing.startsWith('current') && (await isBoundToNewEnds(ending)) ? 'bound to the new ends' : standing;
}

describe('Q02, T18: a target that moves after any request of a run', () => {
  it.each(MOVES)('%s: the check is stale or about the new ends, never current on the old ones', async (_name, move) => {
    const { look } = await plainRun();
    const lastSeen = move.isSeenByDetail ? look.detail : look.compare;
    const standings: string[] = [];
    for (let nth = 1; nth < lastSeen; nth += 1) standings.push(await runMovedAfter(nth, move.does));
    expect(standings.filter((standing) => standing.startsWith('current'))).toEqual([]);
    expect(standings).toContain('Stale');
  });

  it('nothing stands between the last look and the conclusion', async () => {
    const { conclusion, look } = await plainRun({ minProgressIntervalMs: 0 });
    expect([look.detail, conclusion]).toEqual([look.compare + 1, look.detail + 1]);
  });

  it('nor with findings that take several writes', async () => {
    lab.model.respondWith(() => submitsReview({ findings: rowFindings() }));
    const { conclusion, look, requests } = await plainRun();
    expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(3);
    expect([look.detail, conclusion]).toEqual([look.compare + 1, look.detail + 1]);
    const standings: string[] = [];
    for (let nth = look.compare - 3; nth < look.detail; nth += 1)
      standings.push(await runMovedAfter(nth, () => shop.push('topic', { 'a.ts': 'five\n' })));
    expect(standings).toEqual(['Stale', 'Stale', 'Stale', 'Stale']);
  });

  it.each([
    ['went on', async () => shop.commit('main', { 'unrelated.ts': 'u\n' })],
    [
      'went on, on record',
      async () => {
        await shop.commit('main', { 'unrelated.ts': 'u\n' });
        shop.refreshBase(pull.number);
      },
    ],
    ['got a comment, a label and a draft mark', async () => touchWithoutMoving()],
  ])('a base that merely %s makes nothing stale', async (_name, does) => {
    const { conclusion } = await plainRun();
    const standings = new Set<string>();
    for (let nth = 1; nth < conclusion; nth += 2) standings.add(await runMovedAfter(nth, does));
    shop.setDraft(pull.number, false);
    expect([...standings]).toEqual(['bound to the new ends']);
  });
});

function rowFindings() {
  return Array.from({ length: FINDINGS }, (_, row) => ({
    path: 'rows.ts',
    evidence: `row ${row}`,
    title: `Row ${row} is wrong in its very own way ${row}`,
  }));
}

function touchWithoutMoving(): void {
  shop.comment(pull.number, { body: 'nice' });
  shop.setLabels(pull.number, [`label-${shop.comments(pull.number).length}`]);
  shop.setDraft(pull.number, true);
}

const actor = { login: 'ada', isBot: false };

describe('R02, R04: the event of a push, at any request of a running review', () => {
  it('ends both checks, and the new head has the review', async () => {
    const { conclusion } = await plainRun();
    for (let nth = 1; nth <= conclusion; nth += 1) {
      await backToStart();
      const slots = createMemoryRunSlots(2);
      let second: Promise<LabEnding> | null = null;
      lab.world.afterRequest(nth, async () => {
        const headSha = await shop.push('topic', { 'a.ts': `push ${nth}\n` });
        second = lab.run(pull, { slots, headSha, trigger: { kind: 'pushed', actor } });
      });
      await lab.run(pull, { slots });
      await second;
      const headSha = shop.tip('topic');
      const checks = lab.world.checkRuns(shop.fullName);
      expect(checks.filter(({ status }) => status !== 'completed')).toEqual([]);
      expect(checks.findLast((check) => check.headSha === headSha)).toMatchObject({ conclusion: 'success' });
    }
  });
});

describe('Q05: the service stops at any request of a running review', () => {
  it('and no check is left open', async () => {
    const { conclusion } = await plainRun();
    const titles = new Set<string | null>();
    for (let nth = 1; nth <= conclusion; nth += 1) {
      await backToStart();
      const slots = createMemoryRunSlots(2);
      lab.world.afterRequest(nth, () => slots.stopAll({ kind: 'shutdown' }));
      const { checks } = await lab.run(pull, { slots });
      expect(checks).toMatchObject([{ status: 'completed' }]);
      titles.add(checks[0]?.title ?? null);
    }
    expect([...titles]).toEqual(['Cancelled: the service was stopped', 'No findings in 3 of 3 files']);
  });
});

describe('Q05: the pull request is closed', () => {
  const closing = (): RepositoryIntent => ({
    kind: 'stop',
    reason: 'closed',
    deliveryId: 'replaced',
    installationId: lab.world.installationId,
    repository: repositoryOf(pull),
    pullRequest: pull.number,
  });

  it('at any request of a review: it says so or had concluded, and no check is left open', async () => {
    const { conclusion } = await plainRun();
    const titles = new Set<string | null | undefined>();
    for (let nth = 1; nth < conclusion; nth += 1) {
      await backToStart();
      const slots = createMemoryRunSlots(2);
      lab.world.afterRequest(nth, () => lab.run(pull, { slots, intent: closing() }));
      const { checks } = await lab.run(pull, { slots });
      expect(checks.filter(({ status }) => status !== 'completed')).toEqual([]);
      titles.add(checks[0]?.title);
    }
    // Before its check is opened nothing needs to be said; the last request but one is the last look.
    expect([...titles]).toEqual([undefined, 'Cancelled: the pull request was closed']);
  });

  it('while the token of the installation is had', async () => {
    const slots = createMemoryRunSlots(2);
    const beforeToken = () => lab.run(pull, { slots, intent: closing() });
    expect((await lab.run(pull, { slots, beforeToken })).checks).toEqual([]);
    expect((await lab.run(pull, { slots })).checks).toMatchObject([{ conclusion: 'success' }]);
  });
});

describe('a review of some paths', () => {
  it('leaves the failure that stands on the commit, until everything is reviewed again', async () => {
    const strict = await lab.openPullRequest({
      base: { 'src/a.ts': 'one\n', 'src/b.ts': 'one\n' },
      head: { 'src/a.ts': 'two\n', 'src/b.ts': 'two\n' },
      settings: 'fail_on: low\n',
    });
    const command = { mode: 'standard', isForced: false, paths: ['src/b.ts'], focus: null } as const;
    const narrowed = { kind: 'comment', commentId: strict.commentId, actor, command } as const;
    lab.model.respondWith(() => submitsReview({ findings: [{ path: 'src/a.ts', evidence: 'two', title: 'Wrong' }] }));
    expect((await lab.run(strict)).checks).toMatchObject([{ conclusion: 'failure' }]);
    lab.model.respondWith(() => undefined);
    const { checks } = await lab.run(strict, { trigger: narrowed });
    expect(checks).toMatchObject([{ conclusion: 'failure', title: expect.stringContaining('as before: failure') }]);
    expect(checks[0]?.summary).toContain('ended failure');
    expect((await lab.run(strict)).checks).toMatchObject([{ conclusion: 'success' }]);
  });
});
