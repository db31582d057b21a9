import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { GitTargetRequest } from '../../../../src/provider/git/index.js';
import { aSignal, openGit, UNCOMMITTED } from '../../../support/builders/git-target.js';
import { createGitRepository, type GitRepository } from '../../../support/git-repository.js';

let shop: GitRepository;

beforeEach(() => {
  shop = createGitRepository();
});

afterEach(() => {
  shop.remove();
});

async function readHead(request: GitTargetRequest, paths: readonly string[], maxBytes = 1_000) {
  const source = openGit(shop, request);
  const target = await source.pin(aSignal());
  const { files, ...told } = await source.readHeadFiles(target, paths, maxBytes, aSignal());
  return { files: Object.fromEntries(files), ...told };
}

describe('the head of commits', () => {
  it('is the head commit, wherever the work tree went', async () => {
    const from = shop.commit({ 'a.ts': 'base\n' });
    const to = shop.commit({ 'a.ts': 'head\n' });
    shop.commit({ 'a.ts': 'later\n' });
    shop.write({ 'a.ts': 'never committed\n' });
    const range = { kind: 'range', from, to, symmetric: false } as const;
    expect((await readHead(range, ['a.ts'])).files).toEqual({ 'a.ts': 'head\n' });
    expect((await readHead({ kind: 'commit', sha: from }, ['a.ts'])).files).toEqual({ 'a.ts': 'base\n' });
  });

  it('is read without filters', async () => {
    shop.git('config', 'filter.loud.smudge', 'tr a-z A-Z');
    shop.commit({ 'a.ts': 'quiet\n', '.gitattributes': '*.ts filter=loud eol=crlf\n' });
    expect((await readHead({ kind: 'commit', sha: 'HEAD' }, ['a.ts'])).files).toEqual({ 'a.ts': 'quiet\n' });
  });

  it('has at most so many bytes in all, and says when it has not all of them', async () => {
    const large = (mark: string) => mark.repeat(7_000_000);
    shop.commit({ 'a.ts': large('a'), 'b.ts': large('b'), 'c.ts': large('c') });
    const { files, isPartial } = await readHead({ kind: 'commit', sha: 'HEAD' }, ['a.ts', 'b.ts', 'c.ts'], 8_000_000);
    expect([Object.keys(files), isPartial]).toEqual([['a.ts', 'b.ts'], true]);
  });

  it('names what is larger than wanted', async () => {
    shop.commit({ 'a.ts': 'x'.repeat(1_001), 'b.ts': 'x'.repeat(1_000) });
    const { tooLarge, isPartial } = await readHead({ kind: 'commit', sha: 'HEAD' }, ['a.ts', 'b.ts']);
    expect([tooLarge, isPartial]).toEqual([['a.ts'], false]);
  });

  it('says so when a file is not in the clone', async () => {
    shop.commit({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    const blob = shop.git('rev-parse', 'HEAD:a.ts').trim();
    rmSync(join(shop.directory, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const { files, isPartial } = await readHead({ kind: 'commit', sha: 'HEAD' }, ['a.ts', 'b.ts']);
    expect([files, isPartial]).toEqual([{ 'b.ts': 'b\n' }, true]);
  });
});

describe('the head of uncommitted changes', () => {
  beforeEach(() => {
    shop.commit({ 'staged.ts': 'old\n', 'both.ts': 'old\n', 'gone.ts': 'old\n', 'src/deep.ts': 'old\n' });
  });

  it('is the work tree: staged, changed again, untracked and deleted', async () => {
    shop.write({ 'staged.ts': 'staged\n', 'both.ts': 'staged\n' });
    shop.git('add', '--all');
    shop.write({ 'both.ts': 'unstaged\n', 'new.ts': 'untracked\n', 'gone.ts': null });
    expect(await readHead(UNCOMMITTED, ['staged.ts', 'both.ts', 'new.ts', 'gone.ts', 'src', 'src/deep.ts'])).toEqual({
      files: { 'staged.ts': 'staged\n', 'both.ts': 'unstaged\n', 'new.ts': 'untracked\n', 'src/deep.ts': 'old\n' },
      tooLarge: [],
      isPartial: false,
    });
  });

  it('leads out of the work tree by no link and no dots', async () => {
    writeFileSync(join(shop.outside, 'secret.txt'), 'secret\n');
    mkdirSync(join(shop.outside, 'folder'));
    writeFileSync(join(shop.outside, 'folder/deep.ts'), 'secret\n');
    rmSync(join(shop.directory, 'src'), { recursive: true });
    symlinkSync(join(shop.outside, 'folder'), join(shop.directory, 'src'));
    symlinkSync(join(shop.outside, 'secret.txt'), join(shop.directory, 'link.ts'));
    symlinkSync('staged.ts', join(shop.directory, 'inside.ts'));
    const paths = ['src/deep.ts', 'link.ts', 'inside.ts', '../secret.txt', 'x/../../secret.txt', '/etc/hostname', ''];
    expect(await readHead(UNCOMMITTED, paths)).toEqual({ files: {}, tooLarge: [], isPartial: false });
  });

  it('never waits for a pipe, and takes neither binary nor large files', async () => {
    shop.write({ 'real.bin': Buffer.from([1, 0]), 'latin.txt': Buffer.from([0xfc]), 'large.ts': 'x'.repeat(1_001) });
    execFileSync('mkfifo', [join(shop.directory, 'pipe.ts')]);
    const paths = ['pipe.ts', 'real.bin', 'latin.txt', 'large.ts'];
    expect(await readHead(UNCOMMITTED, paths)).toEqual({ files: {}, tooLarge: ['large.ts'], isPartial: false });
  });

  it('runs no filter, not even one of the whole account', async () => {
    writeFileSync(join(shop.outside, '.gitconfig'), '[filter "loud"]\n\tclean = tr a-z A-Z\n');
    shop.write({ 'new.ts': 'quiet\r\n', '.gitattributes': '*.ts filter=loud text\n' });
    expect((await readHead(UNCOMMITTED, ['new.ts'])).files).toEqual({ 'new.ts': 'quiet\r\n' });
  });

  it('is what lies there now; that it changed since is told by the look at the end', async () => {
    shop.write({ 'staged.ts': 'reviewed\n' });
    const source = openGit(shop, UNCOMMITTED);
    const target = await source.pin(aSignal());
    shop.write({ 'staged.ts': 'too late\n' });
    const { files } = await source.readHeadFiles(target, ['staged.ts'], 99, aSignal());
    expect(files.get('staged.ts')).toBe('too late\n');
    expect(await source.recheck(target, aSignal())).toMatchObject({ kind: 'moved', what: 'content' });
  });

  it('says so when a path could not be looked up', async () => {
    expect(await readHead(UNCOMMITTED, ['x'.repeat(300)])).toEqual({ files: {}, tooLarge: [], isPartial: true });
  });
});
