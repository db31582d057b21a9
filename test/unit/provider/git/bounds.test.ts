import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createGit } from '../../../../src/provider/git/run-git.js';
import { aSignal, openGit } from '../../../support/builders/git-target.js';
import { createGitRepository, type GitRepository } from '../../../support/git-repository.js';

let shop: GitRepository;

beforeEach(() => {
  shop = createGitRepository();
});

afterEach(() => {
  shop.remove();
});

const open = () => createGit({ directory: shop.directory, variables: shop.environment });

describe('one git command', () => {
  it('ends as soon as the signal is aborted, with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const waiting = open().run(['-c', 'alias.wait=!sleep 30', 'wait'], controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('that is streamed ends with the reason too', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const yes = ['-c', 'alias.yes=!yes', 'yes'];
    const streaming = open().stream(yes, controller.signal, () => controller.abort(reason));
    await expect(streaming).rejects.toBe(reason);
  });

  it('ends when its reader fails, with what the reader threw', async () => {
    const failure = new TypeError('reader');
    const streaming = open().stream(['-c', 'alias.yes=!yes', 'yes'], aSignal(), () => {
      throw failure;
    });
    await expect(streaming).rejects.toBe(failure);
  });

  it('fails with its name and its own words', async () => {
    await expect(open().stream(['diff-tree', 'nonsense'], aSignal(), () => {})).rejects.toMatchObject({
      code: 'git_failed',
      facts: { command: 'diff-tree', reason: expect.stringContaining('nonsense') },
    });
  });

  it('may not answer without end', async () => {
    await expect(open().run(['-c', 'alias.yes=!yes', 'yes'], aSignal())).rejects.toMatchObject({
      code: 'git_failed',
      facts: { reason: 'more than 64 MB of output' },
    });
  });
});

describe('files of the base', () => {
  async function readBase(paths: readonly string[], maxBytes = 100) {
    const source = openGit(shop, { kind: 'uncommitted' });
    return source.readBaseFiles(await source.pin(aSignal()), paths, maxBytes, aSignal());
  }

  it('of uncommitted work are those of HEAD', async () => {
    shop.commit({ 'AGENTS.md': 'committed\n' });
    shop.write({ 'AGENTS.md': 'edited\n' });
    expect((await readBase(['AGENTS.md'])).files.get('AGENTS.md')).toBe('committed\n');
  });

  it('are none before the first commit', async () => {
    expect(await readBase(['AGENTS.md'])).toEqual({ files: new Map(), isPartial: false });
  });

  it.each(['', '/etc/passwd', '../outside', 'a/../../outside', 'nul\0', '-rf', ':(top)AGENTS.md', '*', 'docs/', '.'])(
    'are never found under %j',
    async (path) => {
      shop.commit({ 'AGENTS.md': 'a\n', 'docs/AGENTS.md': 'b\n' });
      const read = await readBase([path, 'AGENTS.md']);
      expect([...read.files.keys()]).toEqual(['AGENTS.md']);
    },
  );

  it('may be many, with hard names and equal contents', async () => {
    const paths = Array.from({ length: 450 }, (_, index) => `d ${index}/größe "${index % 7}".md`);
    shop.commit(Object.fromEntries(paths.map((path, index) => [path, `rules ${index % 3}\n`])));
    const { files, isPartial } = await readBase([...paths, ...paths, 'none.md']);
    expect(files).toEqual(new Map(paths.map((path, index) => [path, `rules ${index % 3}\n`])));
    expect(isPartial).toBe(false);
  });

  it('say so when not all of them could be read', async () => {
    const large = (mark: string) => mark.repeat(6_000_000);
    shop.commit({ 'a.md': large('a'), 'b.md': large('b'), 'c.md': large('c') });
    const { files, isPartial } = await readBase(['a.md', 'b.md', 'c.md'], 10_000_000);
    expect([[...files.keys()], isPartial]).toEqual([['a.md', 'b.md'], true]);
  });
});
