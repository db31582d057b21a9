import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aSignal, fileAt, namesOf, openGit, readTarget, UNCOMMITTED } from '../../../support/builders/git-target.js';
import { createGitRepository, type GitRepository } from '../../../support/git-repository.js';

let shop: GitRepository;

beforeEach(() => {
  shop = createGitRepository();
});

afterEach(() => {
  shop.remove();
});

const place = (path: string) => join(shop.directory, path);
const makePipe = (path: string) => execFileSync('mkfifo', [place(path)]);

function mergeConflict() {
  shop.commit({ 'a.ts': 'base\n', 'gone.ts': 'base\n' });
  shop.git('switch', '--quiet', '--create', 'topic');
  shop.commit({ 'a.ts': 'topic\n', 'gone.ts': null });
  shop.git('switch', '--quiet', 'main');
  shop.commit({ 'a.ts': 'main\n', 'gone.ts': 'main\n' });
  expect(() => shop.git('merge', 'topic')).toThrow();
}

describe('uncommitted work', () => {
  it('is staged, unstaged and untracked together, each file once, without what is ignored', async () => {
    shop.commit({
      'staged.ts': 'a\n',
      'unstaged.ts': 'a\n',
      'both.ts': 'a\n',
      'gone.ts': 'a\n',
      '.gitignore': '*.log\n',
    });
    shop.write({ 'staged.ts': 'b\n', 'both.ts': 'b\n', 'added.ts': 'n\n' });
    shop.git('add', '--all');
    shop.write({ 'unstaged.ts': 'b\n', 'both.ts': 'c\n', 'gone.ts': null, 'new/er.ts': 'n\n', 'x.log': 'ignored\n' });
    const { files, target } = await readTarget(shop, UNCOMMITTED);
    expect(target).toMatchObject({
      source: 'workspace',
      label: 'uncommitted changes',
      baseSha: shop.git('rev-parse', 'HEAD'),
      headSha: null,
      authorText: null,
    });
    expect(namesOf(files)).toEqual([
      'added added.ts',
      'added new/er.ts',
      'deleted gone.ts',
      'modified both.ts',
      'modified staged.ts',
      'modified unstaged.ts',
    ]);
    expect(fileAt(files, 'both.ts').patch).toEqual({ kind: 'text', text: '@@ -1 +1 @@\n-a\n+c' });
  });

  it('is read from the whole work tree, whatever folder it is called in', async () => {
    shop.commit({ 'a.ts': 'a\n', 'lib/b.ts': 'b\n' });
    shop.write({ 'a.ts': 'changed\n', 'new.ts': 'n\n', 'lib/new.ts': 'n\n' });
    const { files } = await readTarget(shop, UNCOMMITTED, { directory: place('lib') });
    expect(namesOf(files)).toEqual(['added lib/new.ts', 'added new.ts', 'modified a.ts']);
  });

  it('is everything before the first commit', async () => {
    shop.write({ 'staged.ts': 's\n' });
    shop.git('add', '--all');
    shop.write({ 'new.ts': 'n\n' });
    const { files, target } = await readTarget(shop, UNCOMMITTED);
    expect(target.baseSha).toBeNull();
    expect(namesOf(files)).toEqual(['added new.ts', 'added staged.ts']);
  });

  it('is nothing in a clean work tree', async () => {
    shop.commit({ 'a.ts': 'a\n' });
    utimesSync(place('a.ts'), 1, 1);
    expect((await readTarget(shop, UNCOMMITTED)).files).toEqual([]);
  });

  it('sees a change of the same size in the same moment as the commit', async () => {
    shop.git('config', 'core.checkStat', 'minimal');
    shop.git('config', 'core.trustCtime', 'false');
    const moment = 1_000_000_000;
    shop.write({ 'a.ts': 'a\n' });
    utimesSync(place('a.ts'), moment, moment);
    shop.commit({});
    shop.write({ 'a.ts': 'b\n' });
    for (const touched of ['a.ts', '.git/index']) utimesSync(place(touched), moment, moment);
    expect(namesOf((await readTarget(shop, UNCOMMITTED)).files)).toEqual(['modified a.ts']);
  });

  it('holds a file that was only announced, a renamed one and a mode', async () => {
    shop.commit({ 'old.ts': 'one\ntwo\nthree\nfour\n', 'run.sh': 'a\n' });
    shop.git('mv', 'old.ts', 'new.ts');
    shop.write({ 'soon.ts': 's\n' });
    shop.git('add', '--intent-to-add', 'soon.ts');
    chmodSync(place('run.sh'), 0o755);
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(namesOf(files)).toEqual(['added soon.ts', 'modified run.sh', 'renamed new.ts <- old.ts']);
    expect(fileAt(files, 'soon.ts').patch).toEqual({ kind: 'text', text: '@@ -0,0 +1 @@\n+s' });
  });

  it('compares a file that was taken out of the index but is still there', async () => {
    shop.commit({ 'a.ts': 'a\n', 'same.ts': 's\n' });
    shop.git('rm', '--quiet', '--cached', 'a.ts', 'same.ts');
    shop.write({ 'a.ts': 'b\n' });
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(files.map(({ path, patch }) => [path, patch])).toEqual([
      ['a.ts', { kind: 'text', text: '@@ -1 +1 @@\n-a\n+b' }],
    ]);
  });

  it('tells conflicted files', async () => {
    mergeConflict();
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(files.map(({ path, isConflicted }) => [path, isConflicted]).sort()).toEqual([
      ['a.ts', true],
      ['gone.ts', true],
    ]);
    expect(fileAt(files, 'a.ts').patch).toMatchObject({ text: expect.stringContaining('<<<<<<<') });
  });

  it('names the content of every file as git would', async () => {
    shop.commit({ 'a.ts': 'a\n', 'logo.bin': Buffer.from([0, 1]) });
    shop.write({ 'a.ts': 'b\n', 'logo.bin': Buffer.from([0, 2]), 'new.ts': 'n\n' });
    const { files } = await readTarget(shop, UNCOMMITTED);
    for (const path of ['a.ts', 'logo.bin', 'new.ts']) {
      expect(fileAt(files, path).newBlob).toBe(shop.git('hash-object', path));
    }
  });

  it('tells a moved submodule', async () => {
    shop.commit({ 'a.ts': 'a\n' });
    shop.gitIn(shop.directory, 'clone', '--quiet', shop.directory, place('lib'));
    shop.commit({ lib: { submodule: shop.git('rev-parse', 'HEAD') } });
    shop.gitIn(place('lib'), 'commit', '--quiet', '--allow-empty', '--message', 'On');
    const newCommit = shop.gitIn(place('lib'), 'rev-parse', 'HEAD').trim();
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(files).toHaveLength(1);
    expect(files[0]?.patch).toMatchObject({ kind: 'submodule', newCommit });
  });
});

describe('an untracked file', () => {
  it.each([
    ['with one line', 'a\n', '@@ -0,0 +1 @@\n+a', 1],
    ['with several', 'a\n\nb\r\n', '@@ -0,0 +1,3 @@\n+a\n+\n+b\r', 3],
    ['without an end', 'a\nb', '@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file', 2],
    ['of one empty line', '\n', '@@ -0,0 +1 @@\n+', 1],
  ])('%s has the patch git writes once it is committed', async (_name, content, text, additions) => {
    shop.write({ 'new.ts': content });
    const untracked = (await readTarget(shop, UNCOMMITTED)).files;
    shop.commit({});
    const committed = (await readTarget(shop, { kind: 'commit', sha: 'HEAD' })).files;
    expect(untracked).toEqual(committed);
    expect(untracked[0]).toMatchObject({ additions, patch: { kind: 'text', text } });
  });

  it.each([
    ['empty', '', 'none'],
    ['binary', Buffer.from([1, 0, 2]), 'binary'],
    ['executable', { mode: '100755', content: '#!/bin/sh\n' }, 'text'],
    ['a link to nowhere', { link: 'nowhere' }, 'text'],
  ] as const)('that is %s is told like a committed one', async (_name, content, kind) => {
    shop.write({ new: content });
    const untracked = (await readTarget(shop, UNCOMMITTED)).files;
    shop.commit({});
    expect(untracked).toEqual((await readTarget(shop, { kind: 'commit', sha: 'HEAD' })).files);
    expect(untracked[0]?.patch.kind).toBe(kind);
  });

  it('that is a link out of the repository is reviewed as its target’s name, never followed', async () => {
    symlinkSync('/etc/passwd', place('secret'));
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(files[0]?.patch).toEqual({
      kind: 'text',
      text: '@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file',
    });
  });

  it('that is too large is told with its size and its digest', async () => {
    shop.write({ 'big.txt': 'x'.repeat(9_000_000) });
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(files[0]).toMatchObject({
      newBlob: shop.git('hash-object', 'big.txt'),
      patch: { kind: 'oversized', sizeBytes: 9_000_000 },
    });
  });

  it('may be a repository of its own: its content is not known here', async () => {
    shop.write({ 'nested/a.ts': 'a\n' });
    shop.gitIn(place('nested'), 'init', '--quiet');
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(files.map(({ path, patch }) => [path, patch.kind])).toEqual([['nested', 'missing']]);
  });
});

describe('what cannot be read', () => {
  it('is a tracked file that became a pipe: a fact, and nothing waits for it', async () => {
    shop.commit({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    rmSync(place('a.ts'));
    makePipe('a.ts');
    makePipe('untracked-pipe');
    shop.write({ 'b.ts': 'changed\n' });
    const { files, source, target } = await readTarget(shop, UNCOMMITTED);
    expect(files.map(({ path, patch }) => [path, patch.kind]).sort()).toEqual([
      ['a.ts', 'missing'],
      ['b.ts', 'text'],
    ]);
    expect(await source.recheck(target, aSignal())).toEqual({ kind: 'unmoved' });
  });

  it('is a conflicted file that became a pipe', async () => {
    mergeConflict();
    rmSync(place('a.ts'));
    makePipe('a.ts');
    const { files } = await readTarget(shop, UNCOMMITTED);
    expect(fileAt(files, 'a.ts')).toMatchObject({ isConflicted: true, patch: { kind: 'missing' } });
  });
});

describe('a second look', () => {
  async function movedAfter(change: () => void) {
    shop.commit({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    shop.write({ 'a.ts': 'changed\n', 'new.ts': 'n\n' });
    const { source, target } = await readTarget(shop, UNCOMMITTED);
    change();
    return source.recheck(target, aSignal());
  }

  it.each([
    ['nothing', () => {}],
    ['file times', () => utimesSync(place('b.ts'), 1, 1)],
    ['a refreshed index', () => shop.git('status')],
    ['an ignored file', () => shop.write({ '.git/info/exclude': 'x\n', x: 'x\n' })],
  ])('finds the same after %s', async (_name, change) => {
    expect(await movedAfter(change)).toEqual({ kind: 'unmoved' });
  });

  it.each([
    ['a changed file', () => shop.write({ 'b.ts': 'changed\n' })],
    ['a file changed again', () => shop.write({ 'a.ts': 'CHANGED\n' })],
    ['an untracked file of the same size', () => shop.write({ 'new.ts': 'm\n' })],
    ['one more untracked file', () => shop.write({ 'newer.ts': 'n\n' })],
    ['something staged', () => shop.git('add', 'a.ts')],
    ['a commit', () => shop.git('commit', '--quiet', '--allow-empty', '--message', 'On')],
    ['an executable untracked file', () => chmodSync(place('new.ts'), 0o755)],
  ])('finds the content moved by %s', async (_name, change) => {
    expect(await movedAfter(change)).toMatchObject({ kind: 'moved', what: 'content' });
  });

  it('says when it cannot be made', async () => {
    const movement = await movedAfter(() => rmSync(place('.git'), { recursive: true }));
    expect(movement).toMatchObject({ kind: 'unreadable' });
  });
});

it('leaves every byte of the git folder as it was', async () => {
  shop.commit({ 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n' });
  shop.write({ 'a.ts': 'staged\n' });
  shop.git('add', 'a.ts');
  shop.git('rm', '--quiet', '--cached', 'c.ts');
  shop.write({ 'b.ts': 'changed\n', 'new.ts': 'n\n' });
  utimesSync(place('a.ts'), 1, 1);
  const before = shop.digestGitFolder();
  const source = openGit(shop, UNCOMMITTED);
  const target = await source.pin(aSignal());
  await source.binding(target, aSignal());
  await source.listFiles(target, aSignal());
  await source.readBaseFiles(target, ['a.ts'], 100, aSignal());
  await source.recheck(target, aSignal());
  const committed = await readTarget(shop, { kind: 'base', branch: 'main' });
  await committed.source.binding(committed.target, aSignal());
  expect(shop.digestGitFolder()).toBe(before);
});
