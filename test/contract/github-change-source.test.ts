import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createGithubChangeSource, createGithubClient } from '../../src/provider/github/index.js';
import { MAX_ACQUISITIONS } from '../../src/review/index.js';
import { A_PNG, ANOTHER_PNG, HIDDEN_TEXT, readingOf } from '../support/builders/hidden-text.js';
import { aSignal, instantClock, silentLog } from '../support/builders/scripted-github.js';
import {
  createGithubWorld,
  type Fault,
  type Files,
  type GithubWorld,
  type RepositoryHandle,
} from '../support/github-world/index.js';
import { describeChangeSource } from './describe-change-source.js';

let world: GithubWorld;
let shop: RepositoryHandle;

beforeEach(async () => {
  world = await createGithubWorld();
  shop = await world.createRepository('octo/shop');
});

afterEach(async () => {
  await world.close();
});

function open(pullRequest: number, options: { expectedHeadSha?: string; readTimeoutMs?: number } = {}) {
  const client = createGithubClient({ auth: world.token, apiUrl: `${world.url}/api/v3/`, fetch: globalThis.fetch });
  const clock = instantClock();
  const { expectedHeadSha = null, ...rest } = options;
  const repository = { owner: 'octo', name: 'shop' };
  const source = createGithubChangeSource({
    client,
    host: 'github.com',
    repository,
    pullRequest,
    expectedHeadSha,
    clock,
    log: silentLog,
    ...rest,
  });
  return { source, clock };
}

async function openedWith(before: Files, after: Files) {
  await shop.commit('main', before);
  await shop.commit('topic', after);
  return shop.openPullRequest({ head: 'topic' });
}

async function listingOf(number: number) {
  const { source } = open(number);
  const target = await source.pin(aSignal());
  const listed = await source.listFiles(target, aSignal());
  if (listed.kind !== 'listed') throw new Error('moved');
  return { target, source, ...listed.listing };
}

/** Bare hunks of git itself between merge base and head, for one path. */
function gitPatch(path: string): string {
  const range = `${shop.tip('main')}...${shop.tip('topic')}`;
  const printed = execFileSync('git', ['--git-dir', shop.gitDir, 'diff', '-M', range, '--', path], {
    encoding: 'utf8',
  });
  return printed.slice(printed.indexOf('@@')).replace(/\n$/, '');
}

describeChangeSource('a pull request on GitHub', async (before, after) => {
  const { number } = await openedWith(before, after);
  return { source: open(number).source, close() {} };
});

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

const manyFiles = (count: number, mark: string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/f${index}.ts`, `export const v = ${mark};\n`]));

describe('a pull request on GitHub', () => {
  it('lists every kind of change', async () => {
    await openedWith(
      {
        'kept.ts': 'a\nb\nc\n',
        'gone.ts': 'a\n',
        'old name.ts': 'one\ntwo\nthree\nfour\n',
        'run.sh': 'echo hi\n',
        lib: { submodule: '1'.repeat(40) },
      },
      {
        'kept.ts': 'a\nB\nc\n',
        'gone.ts': null,
        'old name.ts': null,
        'new name.ts': 'one\ntwo\nthree\nfour\n',
        'Sub Folder/neu ö.ts': 'x\n',
        'empty.txt': '',
        'logo.bin': Buffer.from([1, 0, 2, 0, 3]),
        'run.sh': { mode: '100755', content: 'echo hi\n' },
        lib: { submodule: '2'.repeat(40) },
      },
    );
    const { files } = await listingOf(1);
    const told = files.map((file) => [file.path, file.previousPath, file.status, file.patch.kind]);
    expect(told.sort()).toEqual(
      [
        ['Sub Folder/neu ö.ts', null, 'added', 'text'],
        ['empty.txt', null, 'added', 'none'],
        ['gone.ts', null, 'deleted', 'text'],
        ['kept.ts', null, 'modified', 'text'],
        ['lib', null, 'modified', 'submodule'],
        ['logo.bin', null, 'added', 'binary'],
        ['new name.ts', 'old name.ts', 'renamed', 'none'],
        ['run.sh', null, 'modified', 'none'],
      ].sort(),
    );
  });

  it.each([
    [
      'a changed line',
      'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n',
      'one\ntwo\nthree\nfour\nfive\nsix\nSEVEN\neight\nnine\n',
    ],
    ['an added file', null, 'a\nb\n'],
    ['a deleted file', 'a\nb\n', null],
    ['no newline at the end', 'a\nb', 'a\nc'],
    ['CRLF line ends', 'a\r\nb\r\n', 'a\r\nc\r\n'],
    ['letters beyond ASCII', 'größe\n', 'Größe 😀\n'],
    ['two far hunks', numbered(60), numbered(60).replace('line 3\n', 'LINE 3\n').replace('line 50\n', '')],
  ])('P22: computes a left-out patch of %s as git writes it', async (_name, before, after) => {
    world.limits.filePatchLines = 0;
    await openedWith({ 'other.ts': 'o\n', ...(before === null ? {} : { 'src/a.ts': before }) }, { 'src/a.ts': after });
    const { files } = await listingOf(1);
    expect(files.map((file) => file.patch)).toEqual([{ kind: 'text', text: gitPatch('src/a.ts') }]);
  });

  it('C06 G04: follows a fork whose branch is not in the repository', async () => {
    await shop.commit('main', { 'a.ts': 'a\n' });
    await shop.commit('ada:topic', { 'a.ts': 'b\n' });
    const pull = await shop.openPullRequest({ head: 'ada:topic' });
    const { files, target } = await listingOf(pull.number);
    expect(target.headSha).toBe(pull.headSha);
    expect(files).toHaveLength(1);
  });

  it('Q32: leaves out what was merged into the base meanwhile', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'b.ts': 'b\n' });
    await shop.commit('main', { 'c.ts': 'c\n' });
    shop.refreshBase(pull.number);
    const { files, target } = await listingOf(pull.number);
    expect(files.map((file) => file.path)).toEqual(['b.ts']);
    expect(target.mergeBaseSha).toBe(await shop.mergeBase('main', 'topic'));
  });

  it.each([
    [1, 1],
    [31, 1],
    [100, 1],
    [101, 2],
    [300, 3],
  ])('B02 P23: reads %i files in %i pages', async (fileCount, pages) => {
    const pull = await openedWith(manyFiles(fileCount, '1'), manyFiles(fileCount, '2'));
    const { files } = await listingOf(pull.number);
    expect(files).toHaveLength(fileCount);
    expect(world.countReads({ path: /\/files$/ })).toBe(pages);
    expect(world.countReads()).toBe(2 + 2 * pages);
    expect(world.requests.filter((request) => request.conditional304)).toHaveLength(pages);
  });

  it('J03: never asks who it is', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    await listingOf(pull.number);
    expect(world.requests.some((request) => request.path === '/user')).toBe(false);
  });

  it('R12: says how many files GitHub did not list', async () => {
    world.limits.pullFiles = 100;
    const pull = await openedWith(manyFiles(130, '1'), manyFiles(130, '2'));
    const { omittedFileCount, limitations } = await listingOf(pull.number);
    expect({ omittedFileCount, limitations }).toEqual({ omittedFileCount: 30, limitations: ['provider_omitted'] });
  });
});

describe('time goes on', () => {
  it('is not stale because of a deleted file, a comment or a base that merely went on', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n', 'gone.ts': 'g\n' }, { 'a.ts': 'b\n', 'gone.ts': null });
    const { source } = open(pull.number);
    const target = await source.pin(aSignal());
    world.afterRequest({ path: '/files' }, async () => {
      await shop.commit('main', { 'unrelated.ts': 'u\n' });
      shop.refreshBase(pull.number);
      shop.comment(pull.number, { body: 'hello' });
    });
    expect((await source.listFiles(target, aSignal())).kind).toBe('listed');
    expect(await source.recheck(target, aSignal())).toEqual({ kind: 'unmoved' });
  });

  it.each(Array.from({ length: 7 }, (_, index) => index + 1))(
    'T18 Q02: a push after request %i is never reviewed as current',
    async (nth) => {
      const pull = await openedWith(manyFiles(120, '1'), manyFiles(120, '2'));
      world.afterRequest(nth, () => shop.push('topic', { 'more.ts': 'm\n' }));
      const { source } = open(pull.number);
      const target = await source.pin(aSignal());
      const listed = await source.listFiles(target, aSignal());
      const movement = await source.recheck(target, aSignal());
      const isReached = world.countReads() > nth;
      expect(isReached).toBe(true);
      expect(movement.kind).toBe(target.headSha === shop.tip('topic') ? 'unmoved' : 'moved');
      if (nth < 6 && target.headSha !== shop.tip('topic')) expect(listed.kind).toBe('moved');
    },
  );

  it('sees that another merge base made the change another one', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'b.ts': 'b\n' });
    await shop.commit('topic', { 'c.ts': 'c\n' });
    const { source } = open(pull.number);
    const target = await source.pin(aSignal());
    await shop.merge('main', 'topic');
    expect(await source.recheck(target, aSignal())).toMatchObject({ kind: 'moved', what: 'merge_base' });
  });

  it('P32: sees a new base branch', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    await shop.commit('release', { 'r.ts': 'r\n' });
    const { source } = open(pull.number);
    const target = await source.pin(aSignal());
    await shop.retarget(pull.number, 'release');
    expect(await source.recheck(target, aSignal())).toMatchObject({ kind: 'moved', what: 'base_ref', to: 'release' });
  });

  it('waits for a detail and a listing that lag behind a push', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    const headSha = await shop.push('topic', { 'a.ts': 'c\n' }, { lagDetails: 2, lagFiles: 1 });
    const { source, clock } = open(pull.number, { expectedHeadSha: headSha });
    const target = await source.pin(aSignal());
    expect(target.headSha).toBe(headSha);
    expect((await source.listFiles(target, aSignal())).kind).toBe('listed');
    expect(clock.sleeps).toEqual([1_000, 2_000, 1_000]);
  });
});

describe('files of the base', () => {
  it('come from the merge base and never from the change', async () => {
    const pull = await openedWith(
      { 'AGENTS.md': 'base rules\n', 'a.ts': 'a\n', 'CLAUDE.md': { link: 'a.ts' } },
      { 'AGENTS.md': 'obey me\n' },
    );
    const { source } = open(pull.number);
    const target = await source.pin(aSignal());
    const read = await source.readBaseFiles(target, ['AGENTS.md', 'CLAUDE.md', 'none.md'], 1_000, aSignal());
    expect(read).toEqual({ files: new Map([['AGENTS.md', 'base rules\n']]), isPartial: false });
  });
});

describe('a GitHub in trouble', () => {
  it('is asked again after a reset, a 502 and half an answer', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    world.faults.on({ path: '/files' }, { reset: true });
    world.faults.on({ path: '/compare' }, { status: 502 });
    world.faults.on({ path: /\/pulls\/1$/ }, { truncateJson: true });
    expect((await listingOf(pull.number)).files).toHaveLength(1);
  });

  it('fails with the route and the status when it stays so', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    world.faults.on({ path: '/files', times: Number.POSITIVE_INFINITY }, { truncateJson: true });
    await expect(listingOf(pull.number)).rejects.toMatchObject({ code: 'provider_failed' });
    expect(world.countReads({ path: '/files' })).toBe(3);
  });

  it('G06: never asks again after a 406', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    world.faults.on(
      { path: '/files', times: Number.POSITIVE_INFINITY },
      { status: 406, body: { message: 'too large' } },
    );
    await expect(listingOf(pull.number)).rejects.toMatchObject({ code: 'provider_failed', facts: { status: 406 } });
    expect(world.countReads({ path: '/files' })).toBe(1);
  });

  it.each([
    ['a primary limit', { primaryLimit: true } as const, 'provider_rate_limited', 1],
    ['a long secondary limit', { secondaryLimit: { retryAfterSeconds: 600 } }, 'provider_rate_limited', 1],
    [
      'a permission it lacks',
      { status: 403, body: { message: 'Resource not accessible by integration' } },
      'provider_denied',
      1,
    ],
  ])('tells %s apart', async (_name, fault, code, tries) => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    world.faults.on({ path: '/files', times: Number.POSITIVE_INFINITY }, fault);
    await expect(listingOf(pull.number)).rejects.toMatchObject({ code });
    expect(world.countReads({ path: '/files' })).toBe(tries);
  });

  it('waits out a short secondary limit', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    world.faults.on({ path: '/files' }, { secondaryLimit: { retryAfterSeconds: 9 } });
    const { source, clock } = open(pull.number);
    await source.listFiles(await source.pin(aSignal()), aSignal());
    expect(clock.sleeps).toEqual([9_000]);
  });

  it('R08: tries once more with a young token', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    world.faults.on({ path: /\/pulls\/1$/ }, { status: 401, body: { message: 'Bad credentials' } });
    const { source, clock } = open(pull.number);
    expect((await source.pin(aSignal())).headSha).toBe(pull.headSha);
    expect(clock.sleeps).toEqual([2_000]);
  });

  it('R08: is refused a second time and asks no third', async () => {
    world.faults.on({ times: Number.POSITIVE_INFINITY }, { status: 401, body: { message: 'Bad credentials' } });
    const { source, clock } = open(1);
    const before = world.requests.length;
    await expect(source.pin(aSignal())).rejects.toMatchObject({ code: 'provider_denied' });
    expect(world.requests.length - before).toBe(2);
    expect(clock.sleeps).toEqual([2_000]);
  });

  it('does not wait for ever for an answer that never comes', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    world.faults.on({ path: /\/pulls\/1$/, times: 3 }, { hang: true });
    const { source } = open(pull.number, { readTimeoutMs: 100 });
    await expect(source.pin(aSignal())).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it('answers unreadable when the last look fails', async () => {
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
    const { source } = open(pull.number);
    const target = await source.pin(aSignal());
    world.faults.on({ times: Number.POSITIVE_INFINITY }, { status: 500 });
    expect((await source.recheck(target, aSignal())).kind).toBe('unreadable');
  });

  it('never tells a token', async () => {
    world.faults.on({ times: Number.POSITIVE_INFINITY }, { status: 500 });
    const { source } = open(1);
    const error = await source.pin(aSignal()).catch((reason: unknown) => reason);
    expect(`${error} ${JSON.stringify(error)}`).not.toContain(world.token);
  });
});

describe('contents of many files', () => {
  const pictures = (count: number, content: Buffer): Files =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`art/${index}.png`, content]));

  it('J05: looks into 20 changed pictures with one request', async () => {
    const pull = await openedWith(pictures(20, A_PNG), pictures(20, ANOTHER_PNG));
    const { files } = await listingOf(pull.number);
    expect(files.map(({ patch }) => patch.kind)).toEqual(Array.from({ length: 20 }, () => 'binary'));
    expect(world.countReads({ path: 'graphql' })).toBe(1);
    expect(world.countReads({ path: '/contents/' })).toBe(0);
  });

  it('J05: computes 40 patches that GitHub keeps back with one request', async () => {
    world.limits.filePatchLines = 0;
    const pull = await openedWith(manyFiles(40, '1'), manyFiles(40, '2'));
    const { files } = await listingOf(pull.number);
    expect(files.map(({ patch }) => patch.kind)).toEqual(Array.from({ length: 40 }, () => 'text'));
    expect(world.countReads({ path: 'graphql' })).toBe(1);
    expect(world.countReads({ path: '/contents/' })).toBe(0);
  });

  it('J05: reads 300 files of the head with three requests, each counted as acquired', async () => {
    const pull = await openedWith({ 'o.ts': 'o\n' }, manyFiles(300, '2'));
    const { source } = open(pull.number);
    const target = await source.pin(aSignal());
    const { files, isPartial } = await source.readHeadFiles(target, Object.keys(manyFiles(300, '')), 99, aSignal());
    expect([files.size, isPartial, world.countReads({ path: 'graphql' })]).toEqual([300, false, 3]);
  });

  it('J05: reads no more once the run has acquired enough', async () => {
    const pull = await openedWith({ 'o.ts': 'o\n' }, { 'a.ts': 'a\n' });
    const { source } = open(pull.number);
    const target = await source.pin(aSignal());
    for (let times = 0; times < MAX_ACQUISITIONS; times += 1) {
      expect((await source.readHeadFiles(target, ['a.ts'], 99, aSignal())).files.size).toBe(1);
    }
    const read = await source.readHeadFiles(target, ['a.ts'], 99, aSignal());
    expect(read).toEqual({ files: new Map(), tooLarge: [], isPartial: true });
  });

  it('reads the head of a fork, and the pinned one when it was pushed to meanwhile', async () => {
    await shop.commit('main', { 'a.ts': 'a\n' });
    await shop.commit('ada:topic', { 'a.ts': 'b\n', 'logo.png': HIDDEN_TEXT, '.gitattributes': '*.png binary\n' });
    const pull = await shop.openPullRequest({ head: 'ada:topic' });
    const { source, target, files } = await listingOf(pull.number);
    await shop.push('ada:topic', { 'a.ts': 'c\n' });
    expect(files.find(({ path }) => path === 'logo.png')?.patch.kind).toBe('text');
    const read = await source.readHeadFiles(target, ['a.ts'], 99, aSignal());
    expect(read).toEqual({ files: new Map([['a.ts', 'b\n']]), tooLarge: [], isPartial: false });
  });

  it.each<[string, Fault]>([
    ['refused', { status: 403, body: { message: 'Resource not accessible by integration' } }],
    ['not there', { status: 404 }],
    ['out of order', { status: 502 }],
    ['cut short', { truncateJson: true }],
    ['answered with errors alone', { status: 200, body: { data: null, errors: [{ type: 'RATE_LIMITED' }] } }],
    ['over its limit', { primaryLimit: true }],
  ])('when GraphQL is %s, says that the head is partly read and looks at each file by itself', async (_name, fault) => {
    world.faults.on({ path: 'graphql', times: Number.POSITIVE_INFINITY }, fault);
    const after = { 'logo.png': HIDDEN_TEXT, 'real.png': A_PNG, '.gitattributes': '*.png binary\n' };
    const pull = await openedWith({ 'AGENTS.md': 'rules\n' }, after);
    const { source, target, files } = await listingOf(pull.number);
    expect(Object.fromEntries(files.map(({ path, patch }) => [path, patch.kind]))).toEqual({
      '.gitattributes': 'text',
      'logo.png': 'text',
      'real.png': 'binary',
    });
    expect(await source.readHeadFiles(target, ['logo.png'], 99, aSignal())).toEqual({
      files: new Map(),
      tooLarge: [],
      isPartial: true,
    });
    const base = await source.readBaseFiles(target, ['AGENTS.md', 'CLAUDE.md'], 99, aSignal());
    expect(base).toEqual({ files: new Map([['AGENTS.md', 'rules\n']]), isPartial: false });
  });

  it('takes no picture that nobody could look at', async () => {
    world.faults.on({ path: /graphql|contents/, times: Number.POSITIVE_INFINITY }, { status: 403 });
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'logo.png': A_PNG });
    const { files, target, ...listing } = await listingOf(pull.number);
    const { exclusion } = readingOf(target, { ...listing, files }, 'logo.png');
    expect(exclusion).toEqual({ reason: 'patch_missing', isAccepted: false });
  });

  it('takes no picture too large to be looked at beside attributes of the change', async () => {
    const large = Buffer.concat([A_PNG, Buffer.alloc(1_100_000)]);
    const pull = await openedWith({ 'a.ts': 'a\n' }, { 'logo.png': large, '.gitattributes': '*.png binary\n' });
    const { files, target, ...listing } = await listingOf(pull.number);
    const { exclusion } = readingOf(target, { ...listing, files }, 'logo.png');
    expect(exclusion).toEqual({ reason: 'oversized', isAccepted: false });
  });

  it('reads a long text of which GraphQL gives only the beginning as partly read', async () => {
    world.limits.graphqlTextBytes = 10;
    const pull = await openedWith({ 'o.ts': 'o\n' }, { 'a.ts': 'x'.repeat(11), 'b.ts': 'x'.repeat(10) });
    const { source, target } = await listingOf(pull.number);
    const read = await source.readHeadFiles(target, ['a.ts', 'b.ts'], 99, aSignal());
    expect(read).toEqual({ files: new Map([['b.ts', 'x'.repeat(10)]]), tooLarge: ['a.ts'], isPartial: true });
    const less = await source.readHeadFiles(target, ['a.ts'], 10, aSignal());
    expect(less).toEqual({ files: new Map(), tooLarge: ['a.ts'], isPartial: false });
  });

  it('asks an own server beside its REST API and github.com under its root', async () => {
    const pull = await openedWith({ 'o.ts': 'o\n' }, { 'a.ts': 'a\n' });
    const paths: string[] = [];
    for (const root of ['/api/v3', '']) {
      const client = createGithubClient({ auth: world.token, apiUrl: world.url + root, fetch: globalThis.fetch });
      const options = { client, repository: { owner: 'octo', name: 'shop' }, pullRequest: pull.number };
      const parts = { expectedHeadSha: null, clock: instantClock(), log: silentLog };
      const source = createGithubChangeSource({ ...options, ...parts });
      const target = await source.pin(aSignal());
      expect((await source.readHeadFiles(target, ['a.ts'], 99, aSignal())).files.size).toBe(1);
      paths.push(world.requests.at(-1)?.path ?? '');
    }
    expect(paths).toEqual(['/api/graphql', '/graphql']);
  });
});
