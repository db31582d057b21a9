import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aSignal, namesOf, openGit, readTarget, UNCOMMITTED } from '../../../support/builders/git-target.js';
import { createGitRepository, type GitRepository } from '../../../support/git-repository.js';

let shop: GitRepository;

beforeEach(() => {
  shop = createGitRepository();
});

afterEach(() => {
  shop.remove();
});

/** `main` goes on after `topic` left it; HEAD is `topic`. */
function branched() {
  const fork = shop.commit({ 'a.ts': 'a\n' });
  shop.git('switch', '--quiet', '--create', 'topic');
  const head = shop.commit({ 'b.ts': 'b\n' }, 'Add b\n\nIt was missing.');
  shop.git('switch', '--quiet', 'main');
  const main = shop.commit({ 'c.ts': 'c\n' });
  shop.git('switch', '--quiet', 'topic');
  return { fork, head, main };
}

/** The same, and `main` follows the branch of that name at another repository. */
function followsOrigin() {
  branched();
  const origin = join(shop.outside, 'origin.git');
  shop.git('clone', '--quiet', '--bare', '.', origin);
  shop.git('remote', 'add', 'origin', origin);
  shop.git('fetch', '--quiet', 'origin');
  shop.git('branch', '--quiet', '--set-upstream-to=origin/main', 'main');
}

function cloneShallow(...options: readonly string[]): string {
  const clone = join(shop.outside, 'clone');
  shop.gitIn(shop.outside, 'clone', '--quiet', '--depth=1', ...options, `file://${shop.directory}`, clone);
  return clone;
}

describe('a base branch', () => {
  it('Q32: is compared at the merge base, so work merged into it meanwhile is not "deleted"', async () => {
    const { fork, head, main } = branched();
    const { files, target } = await readTarget(shop, { kind: 'base', branch: 'main' });
    expect(target).toMatchObject({
      source: 'git_range',
      label: 'main...HEAD',
      baseRef: 'main',
      baseSha: main,
      headSha: head,
      mergeBaseSha: fork,
    });
    expect(namesOf(files)).toEqual(['added b.ts']);
  });

  it('is the branch it follows when it follows one', async () => {
    followsOrigin();
    const upstreamSha = shop.git('rev-parse', 'origin/main');
    shop.git('branch', '--quiet', '--force', 'main', 'topic');
    const { files, target } = await readTarget(shop, { kind: 'base', branch: 'main' });
    expect(target).toMatchObject({ baseRef: 'origin/main', baseSha: upstreamSha, label: 'origin/main...HEAD' });
    expect(namesOf(files)).toEqual(['added b.ts']);
  });

  it('never lets uncommitted work leak in', async () => {
    branched();
    shop.write({ 'b.ts': 'uncommitted\n', 'new.ts': 'n\n' });
    shop.git('add', 'b.ts');
    const { files } = await readTarget(shop, { kind: 'base', branch: 'main' });
    expect(files.map((file) => file.patch)).toEqual([{ kind: 'text', text: '@@ -0,0 +1 @@\n+b' }]);
  });

  it('tells the author’s words', async () => {
    branched();
    shop.commit({ 'd.ts': 'd\n' }, 'Add d');
    const { target } = await readTarget(shop, { kind: 'base', branch: 'main' });
    expect(target.authorText).toEqual({ title: 'Add d', body: 'Other commits:\n- Add b' });
  });

  it('lists nothing when nothing changed', async () => {
    shop.commit({ 'a.ts': 'a\n' });
    expect((await readTarget(shop, { kind: 'base', branch: 'main' })).files).toEqual([]);
  });

  it('works on a detached head', async () => {
    const { head } = branched();
    shop.git('switch', '--quiet', '--detach');
    const { files, target } = await readTarget(shop, { kind: 'base', branch: 'main' });
    expect(target.headSha).toBe(head);
    expect(namesOf(files)).toEqual(['added b.ts']);
  });

  it('without shared history is an error that tells what to do', async () => {
    shop.commit({ 'a.ts': 'a\n' });
    shop.git('switch', '--quiet', '--orphan', 'other');
    shop.commit({ 'b.ts': 'b\n' });
    await expect(openGit(shop, { kind: 'base', branch: 'main' }).pin(aSignal())).rejects.toMatchObject({
      code: 'no_merge_base',
      facts: { left: 'main', right: 'HEAD' },
      help: expect.stringContaining('two-dot range'),
    });
  });

  it('Q32: tells how many commits HEAD is behind, and nothing when it is not', async () => {
    const { main } = branched();
    const behind = await readTarget(shop, { kind: 'base', branch: 'main' });
    expect(behind.target.notices).toEqual([expect.stringContaining('HEAD is 1 commit behind main')]);
    shop.git('merge', '--quiet', '--no-edit', main);
    const { target } = await readTarget(shop, { kind: 'base', branch: 'main' });
    expect(target.notices).toEqual([]);
  });

  it('Q32: counts what the branch it follows is ahead, and says which of the two was compared', async () => {
    followsOrigin();
    shop.git('branch', '--quiet', '--force', 'main', 'topic');
    const { target } = await readTarget(shop, { kind: 'base', branch: 'main' });
    expect(target.notices).toEqual([
      'Compared with origin/main, which main follows and differs from.',
      expect.stringContaining('HEAD is 1 commit behind origin/main'),
    ]);
  });

  it('that is called HEAD is the commit itself, not what its branch follows', async () => {
    followsOrigin();
    shop.git('switch', '--quiet', 'main');
    const here = shop.commit({ 'd.ts': 'd\n' });
    for (const branch of ['HEAD', '@']) {
      const { files, target } = await readTarget(shop, { kind: 'base', branch });
      expect(target).toMatchObject({ baseRef: branch, baseSha: here, mergeBaseSha: here });
      expect(files).toEqual([]);
    }
  });
});

describe('a shallow clone', () => {
  const FETCH = /shallow.*git fetch --unshallow.*--deepen/;

  it.each([
    ['a commit further back', { kind: 'commit', sha: 'HEAD~1' }],
    ['the beginning of a range', { kind: 'range', from: 'HEAD~2', to: 'HEAD', symmetric: false }],
    ['the end of a range', { kind: 'range', from: 'HEAD', to: 'HEAD~1', symmetric: true }],
    ['a base', { kind: 'base', branch: 'HEAD~1' }],
  ] as const)('without %s says that it is shallow and how to fetch more', async (_title, request) => {
    branched();
    await expect(openGit(shop, request, { directory: cloneShallow() }).pin(aSignal())).rejects.toMatchObject({
      code: 'unknown_revision',
      help: expect.stringMatching(FETCH),
    });
  });

  it('names its branches besides, for a name that may be a slip', async () => {
    branched();
    const source = openGit(shop, { kind: 'base', branch: 'topik' }, { directory: cloneShallow() });
    await expect(source.pin(aSignal())).rejects.toMatchObject({
      help: expect.stringMatching(/shallow.*the branches here: topic/),
    });
  });

  it('in which two commits never meet says so', async () => {
    branched();
    const directory = cloneShallow('--no-single-branch');
    const source = openGit(shop, { kind: 'base', branch: 'origin/main' }, { directory });
    await expect(source.pin(aSignal())).rejects.toMatchObject({
      code: 'no_merge_base',
      help: expect.stringContaining('this clone is shallow: run `git fetch --unshallow`'),
    });
  });

  it('is not blamed where the clone is whole', async () => {
    branched();
    const help = await openGit(shop, { kind: 'commit', sha: 'HEAD~9' })
      .pin(aSignal())
      .catch((error) => error.help);
    expect(help).not.toMatch(/shallow/);
  });
});

describe('a range', () => {
  it('with two dots compares exactly its ends', async () => {
    const { main, head } = branched();
    const { files, target } = await readTarget(shop, { kind: 'range', from: 'main', to: 'topic', symmetric: false });
    expect(target).toMatchObject({ label: 'main..topic', baseSha: main, headSha: head, mergeBaseSha: null });
    expect(namesOf(files)).toEqual(['added b.ts', 'deleted c.ts']);
  });

  it('with three dots compares with the merge base and says so', async () => {
    const { fork } = branched();
    const { files, target } = await readTarget(shop, { kind: 'range', from: 'main', to: 'topic', symmetric: true });
    expect(target).toMatchObject({ label: 'main...topic', mergeBaseSha: fork });
    expect(namesOf(files)).toEqual(['added b.ts']);
  });

  it('Q06: is read from the commits named, wherever HEAD stands', async () => {
    const { head } = branched();
    shop.git('switch', '--quiet', 'main');
    const { files, source, target } = await readTarget(shop, {
      kind: 'range',
      from: 'main',
      to: 'topic',
      symmetric: true,
    });
    expect(target.headSha).toBe(head);
    expect(namesOf(files)).toEqual(['added b.ts']);
    expect(await source.binding(target, aSignal())).toBe('mismatched');
  });

  it('takes an annotated tag for its commit', async () => {
    const { head } = branched();
    shop.git('tag', '--annotate', '--message', 'one', 'v1');
    const { target } = await readTarget(shop, { kind: 'range', from: 'main', to: 'v1', symmetric: false });
    expect(target.headSha).toBe(head);
  });
});

describe('a commit', () => {
  it('is compared with its first parent', async () => {
    const { fork, head } = branched();
    const { files, target } = await readTarget(shop, { kind: 'commit', sha: head.slice(0, 10) });
    expect(target).toMatchObject({
      label: `commit ${head.slice(0, 12)}`,
      baseSha: fork,
      headSha: head,
      authorText: { title: 'Add b', body: 'It was missing.' },
    });
    expect(namesOf(files)).toEqual(['added b.ts']);
  });

  it('without a parent is compared with nothing', async () => {
    const root = shop.commit({ 'a.ts': 'a\n', 'lib/b.ts': 'b\n' });
    const { files, target } = await readTarget(shop, { kind: 'commit', sha: root });
    expect(target.baseSha).toBeNull();
    expect(namesOf(files)).toEqual(['added a.ts', 'added lib/b.ts']);
  });

  it('that merges two is compared with the first, not as a combined diff', async () => {
    const { main } = branched();
    shop.git('switch', '--quiet', 'main');
    shop.git('merge', '--quiet', '--no-ff', '--message', 'Merge topic', 'topic');
    const { files, target } = await readTarget(shop, { kind: 'commit', sha: 'HEAD' });
    expect(target.baseSha).toBe(main);
    expect(namesOf(files)).toEqual(['added b.ts']);
  });

  it('at the edge of a shallow clone is not taken for the first commit ever', async () => {
    branched();
    const source = openGit(shop, { kind: 'commit', sha: 'HEAD' }, { directory: cloneShallow() });
    await expect(source.pin(aSignal())).rejects.toMatchObject({
      code: 'unknown_revision',
      help: expect.stringContaining('--deepen'),
    });
  });

  it('A01 B03: is found by its name alone, with an older date and after a force push', async () => {
    const { head } = branched();
    shop.git('commit', '--quiet', '--amend', '--no-edit', '--date=2001-01-01T00:00:00Z');
    const { files, source, target } = await readTarget(shop, { kind: 'commit', sha: head });
    expect(namesOf(files)).toEqual(['added b.ts']);
    expect(await source.recheck(target, aSignal())).toEqual({ kind: 'unmoved' });
  });
});

describe('words that name no commit', () => {
  it.each([
    ['an option', '--output=/tmp/x', 'usage'],
    ['a short option', '-h', 'usage'],
    ['nothing', '', 'usage'],
    ['several words', 'main and more', 'usage'],
    ['several lines', 'main\nHEAD', 'usage'],
    ['a NUL', 'main\0HEAD', 'usage'],
    ['a range', 'main..HEAD', 'usage'],
    ['an unknown branch', 'maine', 'unknown_revision'],
    ['an unknown commit', 'f'.repeat(40), 'unknown_revision'],
    ['an excluded commit', '^HEAD', 'unknown_revision'],
    ['a path', 'HEAD:a.ts', 'unknown_revision'],
    ['a shell command', '$(touch>x)', 'unknown_revision'],
  ])('%s is refused wherever a revision is expected', async (_name, word, code) => {
    shop.commit({ 'a.ts': 'a\n' });
    for (const request of [
      { kind: 'base', branch: word },
      { kind: 'commit', sha: word },
      { kind: 'range', from: word, to: 'HEAD', symmetric: false },
      { kind: 'range', from: 'HEAD', to: word, symmetric: true },
    ] as const) {
      await expect(openGit(shop, request).pin(aSignal())).rejects.toMatchObject({ code });
    }
    expect(shop.git('status', '--porcelain')).toBe('');
  });

  it('is also HEAD before the first commit', async () => {
    await expect(openGit(shop, { kind: 'commit', sha: 'HEAD' }).pin(aSignal())).rejects.toMatchObject({
      code: 'unknown_revision',
      facts: { revision: 'HEAD' },
    });
  });
});

describe('places to call it in', () => {
  it.each([
    ['a folder without a repository', ''],
    ['a folder that does not exist', 'nowhere'],
  ])('N06: %s is told apart from nothing to review', async (_name, folder) => {
    const directory = join(shop.outside, folder);
    await expect(openGit(shop, UNCOMMITTED, { directory }).pin(aSignal())).rejects.toMatchObject({
      code: 'not_a_repository',
      facts: { path: directory },
    });
  });

  it('is a subfolder: the whole repository is read', async () => {
    const { head } = branched();
    mkdirSync(join(shop.directory, 'deep/er'), { recursive: true });
    const directory = join(shop.directory, 'deep/er');
    const { files } = await readTarget(shop, { kind: 'commit', sha: head }, { directory });
    expect(namesOf(files)).toEqual(['added b.ts']);
  });

  it('is a bare repository for commits, but not for uncommitted changes', async () => {
    const { head } = branched();
    const directory = join(shop.outside, 'shop.git');
    shop.git('clone', '--quiet', '--bare', '.', directory);
    const { files, source, target } = await readTarget(shop, { kind: 'commit', sha: head }, { directory });
    expect(namesOf(files)).toEqual(['added b.ts']);
    expect(target.repository).toEqual({ host: 'local', id: null, name: 'shop' });
    expect(await source.binding(target, aSignal())).toBe('unavailable');
    await expect(openGit(shop, UNCOMMITTED, { directory }).pin(aSignal())).rejects.toMatchObject({ code: 'usage' });
  });

  it('is a linked work tree, with its own head and its own changes', async () => {
    const { main } = branched();
    const directory = join(shop.outside, 'linked');
    shop.git('worktree', 'add', '--quiet', directory, 'main');
    shop.gitIn(directory, 'rm', '--quiet', 'c.ts');
    const { files, target } = await readTarget(shop, UNCOMMITTED, { directory });
    expect(target.baseSha).toBe(main);
    expect(namesOf(files)).toEqual(['deleted c.ts']);
  });

  it('is a submodule: its own repository is read', async () => {
    branched();
    const whole = join(shop.outside, 'whole');
    shop.gitIn(shop.outside, 'init', '--quiet', whole);
    const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', shop.directory, 'part'];
    shop.gitIn(whole, ...add);
    const { files, target } = await readTarget(
      shop,
      { kind: 'commit', sha: 'HEAD' },
      { directory: join(whole, 'part') },
    );
    expect(target.repository.name).toBe('part');
    expect(namesOf(files)).toEqual(['added b.ts']);
  });

  it('may keep its objects under SHA-256', async () => {
    const modern = createGitRepository({ format: 'sha256' });
    const root = modern.commit({ 'a.ts': 'a\n' });
    modern.write({ 'b.ts': 'b\n' });
    expect(namesOf((await readTarget(modern, { kind: 'commit', sha: root })).files)).toEqual(['added a.ts']);
    const { files } = await readTarget(modern, UNCOMMITTED);
    expect(files.map((file) => file.newBlob)).toEqual([modern.git('hash-object', 'b.ts')]);
    modern.remove();
  });
});

describe('the local repository', () => {
  it.each([
    ['clean on the head', {}, 'matching_clean'],
    ['on the head with an untracked file', { 'new.ts': 'n\n' }, 'matching_dirty'],
    ['on the head with a changed file', { 'a.ts': 'changed\n' }, 'matching_dirty'],
  ] as const)('%s is %s', async (_name, written, expected) => {
    shop.commit({ 'a.ts': 'a\n' });
    shop.write(written);
    const source = openGit(shop, { kind: 'commit', sha: 'HEAD' });
    expect(await source.binding(await source.pin(aSignal()), aSignal())).toBe(expected);
  });

  it('may move on under a pinned range, which stays what it was', async () => {
    branched();
    const { source, target } = await readTarget(shop, { kind: 'base', branch: 'main' });
    shop.commit({ 'e.ts': 'e\n' });
    shop.git('branch', '--quiet', '--delete', '--force', 'main');
    expect(await source.recheck(target, aSignal())).toEqual({ kind: 'unmoved' });
  });

  it('that lost a pinned commit cannot be read again', async () => {
    branched();
    const { source, target } = await readTarget(shop, { kind: 'base', branch: 'main' });
    shop.git('switch', '--quiet', 'main');
    shop.git('branch', '--quiet', '--delete', '--force', 'topic');
    shop.git('reflog', 'expire', '--expire=now', '--all');
    shop.git('gc', '--quiet', '--prune=now');
    expect(await source.recheck(target, aSignal())).toMatchObject({ kind: 'unreadable' });
  });
});
