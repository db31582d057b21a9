import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandLine, createShop, openCommandLine, RETRIED } from '../support/command-line.js';
import { createGitRepository, type GitRepository } from '../support/git-repository.js';

let line: CommandLine;
let shop: GitRepository;

beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());
beforeEach(() => {
  shop = createShop();
});
afterEach(() => shop.remove());

/** Paths, label and status of a review that is asked for as JSON. */
async function reviewed(words: readonly string[], where: Pick<GitRepository, 'directory' | 'environment'> = shop) {
  const { status, stdout, stderr } = await line.plumbline(where, ['review', '--json', ...words]);
  if (stdout === '') throw new Error(`${status}: ${stderr}`);
  const report = JSON.parse(stdout);
  const paths = report.coverage.files.map((file: { path: string }) => file.path);
  return { status, label: report.target.label, paths, report };
}

describe('uncommitted work', () => {
  it('is staged, unstaged and untracked together, each file once', async () => {
    shop.write({ 'staged.ts': 'one\n', 'src/charge.ts': RETRIED, 'new/untracked.ts': 'three\n' });
    shop.git('add', 'staged.ts');
    shop.write({ 'staged.ts': 'one\ntwo\n' });
    expect(await reviewed([])).toMatchObject({
      status: 0,
      label: 'uncommitted changes',
      paths: ['new/untracked.ts', 'src/charge.ts', 'staged.ts'],
    });
    const sent = JSON.stringify(line.model.requests.at(-1)?.body.messages);
    for (const text of ['retry(() =>', 'two', 'three']) expect(sent).toContain(text);
  });

  it('is all of it, whatever folder is named', async () => {
    shop.write({ 'other/new.ts': 'x\n' });
    const inFolder = { ...shop, directory: join(shop.directory, 'src') };
    expect((await reviewed(['uncommitted'], inFolder)).paths).toEqual(['other/new.ts', 'src/charge.ts']);
  });

  it('holds a file in conflict, which nobody can review', async () => {
    shop.git('stash', '--quiet');
    shop.git('checkout', '--quiet', '-b', 'other');
    shop.commit({ 'src/charge.ts': 'theirs\n' });
    shop.git('checkout', '--quiet', 'main');
    shop.commit({ 'src/charge.ts': 'ours\n' });
    expect(() => shop.git('merge', 'other')).toThrow();
    const { status, report } = await reviewed([]);
    expect(status).toBe(4);
    expect(report.coverage.files).toMatchObject([{ path: 'src/charge.ts', state: 'excluded', reason: 'conflicted' }]);
  });

  it('is everything there is before the first commit', async () => {
    const young = createGitRepository();
    young.write({ 'a.ts': 'a\n' });
    expect((await reviewed([], young)).paths).toEqual(['a.ts']);
    young.remove();
  });
});

describe('committed work', () => {
  it('of a base branch is what HEAD adds, and never what is uncommitted', async () => {
    shop.git('checkout', '--quiet', '-b', 'topic');
    shop.commit({ 'topic.ts': 't\n', 'src/charge.ts': RETRIED });
    shop.git('branch', '--force', 'main', shop.git('commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Later'));
    shop.write({ 'uncommitted.ts': 'u\n' });
    expect(await reviewed(['base', 'main'])).toMatchObject({
      status: 0,
      label: 'main...HEAD',
      paths: ['src/charge.ts', 'topic.ts'],
    });
  });

  it('of a base branch is told against the branch it follows', async () => {
    const origin = join(shop.outside, 'origin');
    shop.gitIn(shop.outside, 'clone', '--quiet', shop.directory, origin);
    shop.gitIn(origin, 'commit', '--quiet', '--allow-empty', '--message', 'Upstream');
    shop.git('remote', 'add', 'origin', origin);
    shop.git('fetch', '--quiet', 'origin');
    shop.git('branch', '--quiet', '--set-upstream-to=origin/main', 'main');
    shop.git('checkout', '--quiet', '-b', 'topic', 'origin/main');
    shop.commit({ 'topic.ts': 't\n', 'src/charge.ts': RETRIED });
    const { label, report } = await reviewed(['base', 'main']);
    expect(label).toBe('origin/main...HEAD');
    expect(report.target.mergeBaseSha).toBe(shop.git('rev-parse', 'origin/main'));
  });

  it('Q32: of a base that went on says in every output how far HEAD is behind', async () => {
    shop.git('checkout', '--quiet', '-b', 'topic');
    shop.commit({ 'src/charge.ts': RETRIED });
    shop.git('branch', '--force', 'main', shop.git('commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Later'));
    expect((await reviewed(['base', 'main'])).report.notices).toEqual([
      expect.stringContaining('HEAD is 1 commit behind main'),
    ]);
    for (const form of [[], ['--preview']]) {
      const { stdout } = await line.plumbline(shop, ['review', 'base', 'main', ...form]);
      expect(stdout).toContain('HEAD is 1 commit behind main');
    }
  });

  it('of a base that HEAD adds nothing to says what may be meant instead', async () => {
    for (const base of ['HEAD', 'main']) {
      const { status, stderr } = await line.plumbline(shop, ['review', 'base', base]);
      expect(status).toBe(3);
      expect(stderr).toContain(`HEAD has no commit that ${base} has not; try plumbline review commit HEAD`);
    }
  });

  it('of a range with two dots is the difference of its ends, with three what the second adds', async () => {
    shop.git('stash', '--quiet');
    shop.git('checkout', '--quiet', '-b', 'topic');
    shop.commit({ 'topic.ts': 't\n' });
    shop.git('checkout', '--quiet', 'main');
    shop.commit({ 'later.ts': 'l\n' });
    expect(await reviewed(['range', 'main..topic'])).toMatchObject({ paths: ['later.ts', 'topic.ts'] });
    expect(await reviewed(['range', 'main...topic'])).toMatchObject({ label: 'main...topic', paths: ['topic.ts'] });
    expect(await reviewed(['range', 'topic..'])).toMatchObject({ label: 'topic..HEAD' });
  });

  it('of a merge is told against its first parent, of a root commit against nothing', async () => {
    shop.git('stash', '--quiet');
    const root = shop.git('rev-parse', 'HEAD');
    shop.git('checkout', '--quiet', '-b', 'topic');
    shop.commit({ 'topic.ts': 't\n' });
    shop.git('checkout', '--quiet', 'main');
    shop.commit({ 'main.ts': 'm\n' });
    shop.git('merge', '--quiet', '--no-edit', 'topic');
    expect((await reviewed(['commit', 'HEAD'])).paths).toEqual(['topic.ts']);
    expect((await reviewed(['commit', root])).paths).toEqual(['src/charge.ts']);
    expect((await reviewed(['commit', 'topic'])).paths).toEqual(['topic.ts']);
  });

  it('can be reviewed with a detached head and in a bare repository', async () => {
    shop.commit({ 'src/charge.ts': RETRIED });
    shop.git('checkout', '--quiet', '--detach');
    expect((await reviewed(['base', 'main~1'])).paths).toEqual(['src/charge.ts']);
    const bare = join(shop.outside, 'shop.git');
    shop.gitIn(shop.outside, 'clone', '--quiet', '--bare', shop.directory, bare);
    const inBare = { ...shop, directory: bare };
    expect((await reviewed(['commit', 'HEAD'], inBare)).paths).toEqual(['src/charge.ts']);
    const { status, stderr } = await line.plumbline(inBare, ['review']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('has no work tree')]);
  });

  it('at the edge of a shallow clone is an error that says how to fetch more', async () => {
    shop.commit({ 'src/charge.ts': RETRIED });
    const shallow = join(shop.outside, 'shallow');
    shop.gitIn(shop.outside, 'clone', '--quiet', '--depth=1', `file://${shop.directory}`, shallow);
    const inShallow = { ...shop, directory: shallow };
    const { status, stderr } = await line.plumbline(inShallow, ['review', 'commit', 'HEAD']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('git fetch --deepen=1')]);
  });
});

describe('a focus and paths', () => {
  it('shows a sentence to the reviewer as what was asked for', async () => {
    await reviewed(['is the retry idempotent?']);
    expect(JSON.stringify(line.model.requests.at(-1)?.body.messages)).toContain('is the retry idempotent?');
  });

  it('narrows to the paths behind --, and tells those that match nothing', async () => {
    shop.write({ 'docs/a.md': 'text\n', '-x.ts': 'x\n' });
    const { paths, report } = await reviewed(['--', 'docs/', '-x.ts', 'nowhere.ts']);
    expect(paths).toEqual(['-x.ts', 'docs/a.md']);
    expect(report.notices).toEqual(['No changed file is at nowhere.ts.']);
    expect(JSON.stringify(line.model.requests.at(-1)?.body.messages)).not.toContain('src/charge.ts');
  });

  it('N06: has nothing to review, and says so, when no path matches', async () => {
    const seen = line.model.requests.length;
    const { status, stdout, stderr } = await line.plumbline(shop, ['review', '--', 'nowhere.ts']);
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toContain('nothing to review: no changed file at nowhere.ts in uncommitted changes');
    expect(line.model.requests).toHaveLength(seen);
  });

  it.each([
    ['an unchanged work tree', ['uncommitted']],
    ['an empty range', ['range', 'HEAD..HEAD']],
  ])('N06: has nothing to review in %s', async (_title, words) => {
    shop.git('checkout', '--quiet', '.');
    const { status, stdout } = await line.plumbline(shop, ['review', ...words]);
    expect([status, stdout]).toEqual([3, '']);
  });
});

describe('options', () => {
  it('asks the model that --model names', async () => {
    const { report } = await reviewed(['--model', 'another', '--mode', 'standard']);
    expect(line.model.requests.at(-1)?.body.model).toBe('another');
    expect(report).toMatchObject({ mode: 'standard' });
  });

  it('takes settings from the base, and tells their mistakes', async () => {
    shop.commit({ '.github/plumbline.yml': 'fail_on: hihg\n', 'src/charge.ts': 'x\n' });
    shop.write({ 'src/charge.ts': 'y\n', '.github/plumbline.yml': 'ignore: ["**"]\n' });
    const { paths, report } = await reviewed([]);
    expect(paths).toEqual(['.github/plumbline.yml', 'src/charge.ts']);
    expect(report.notices.join()).toContain('fail_on is "hihg"');
  });
});
