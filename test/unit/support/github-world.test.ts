import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { Probot } from 'probot';
import { ask, type Loose } from '../../support/github-world/client.js';
import { createGithubWorld, type GithubWorld, type RepositoryHandle } from '../../support/github-world/index.js';

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`);
const TEXT = LINES.join('');

let world: GithubWorld;
let shop: RepositoryHandle;

beforeEach(async () => {
  world = await createGithubWorld();
  shop = await world.createRepository('octo/shop');
  await shop.commit('main', { 'src/a.ts': TEXT, 'src/old name.ts': TEXT.toUpperCase(), 'gone.txt': 'bye\n' });
});

afterEach(() => world.close());

function read(path: string, headers: Record<string, string> = {}) {
  return ask(world, world.token, `/repos/octo/shop${path}`, { headers });
}

describe('pull requests', () => {
  it('lists every kind of change with the status and patch git computes', async () => {
    await shop.commit('topic', {
      'src/a.ts': TEXT.replace('line 10\n', 'line ten\n'),
      'src/old name.ts': null,
      'src/new name.ts': TEXT.toUpperCase(),
      'gone.txt': null,
      'new.bin': Buffer.from([0, 1, 2, 0, 255]),
      'empty.txt': '',
      vendor: { submodule: '1'.repeat(40) },
    });
    const pull = await shop.openPullRequest({ head: 'topic' });
    const { body } = await read(`/pulls/${pull.number}/files`);
    const seen = body.map((file: Loose) => [
      file.filename,
      file.status,
      file.additions,
      file.deletions,
      file.patch ?? null,
    ]);
    expect(seen).toEqual([
      ['empty.txt', 'added', 0, 0, null],
      ['gone.txt', 'removed', 0, 1, '@@ -1 +0,0 @@\n-bye'],
      ['new.bin', 'added', 0, 0, null],
      [
        'src/a.ts',
        'modified',
        1,
        1,
        '@@ -7,7 +7,7 @@ line 6\n line 7\n line 8\n line 9\n-line 10\n+line ten\n line 11\n line 12\n line 13',
      ],
      ['src/new name.ts', 'renamed', 0, 0, null],
      ['vendor', 'added', 1, 0, `@@ -0,0 +1 @@\n+Subproject commit ${'1'.repeat(40)}`],
    ]);
    expect(body[4].previous_filename).toBe('src/old name.ts');
  });

  it('names the head in contents_url, and the base side for a removed file', async () => {
    await shop.commit('topic', { 'gone.txt': null, 'a b#c.txt': 'x\n' });
    const pull = await shop.openPullRequest({ head: 'topic' });
    const { body } = await read(`/pulls/${pull.number}/files`);
    const urls = body.map((file: Loose) => file.contents_url);
    expect(urls).toEqual([
      `${world.url}/repos/octo/shop/contents/a%20b%23c.txt?ref=${pull.headSha}`,
      `${world.url}/repos/octo/shop/contents/gone.txt?ref=${shop.tip('main')}`,
    ]);
  });

  it('reports a mode change and a change of type', async () => {
    await shop.commit('topic', { 'src/a.ts': { mode: '100755', content: TEXT }, 'gone.txt': { link: 'src/a.ts' } });
    const pull = await shop.openPullRequest({ head: 'topic' });
    const { body } = await read(`/pulls/${pull.number}/files`);
    const seen = body.map((file: Loose) => [file.filename, file.status, file.changes, 'patch' in file]);
    expect(seen).toEqual([
      ['gone.txt', 'changed', 2, true],
      ['src/a.ts', 'modified', 0, false],
    ]);
  });

  it('pages the files with Link headers and ends the listing at its limit', async () => {
    const files = Object.fromEntries(Array.from({ length: 3_050 }, (_, index) => [`f/${index}.txt`, `${index}\n`]));
    await shop.commit('topic', files);
    const pull = await shop.openPullRequest({ head: 'topic' });
    const octokit = new Octokit({ baseUrl: world.url, auth: world.token });
    const listed = await octokit.paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
      owner: 'octo',
      repo: 'shop',
      pull_number: pull.number,
      per_page: 100,
    });
    const detail = await read(`/pulls/${pull.number}`);
    expect([listed.length, detail.body.changed_files, world.countReads({ path: '/files' })]).toEqual([
      3_000, 3_050, 30,
    ]);
  });

  it('gives at most 100 files a page', async () => {
    await shop.commit('topic', Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`f/${index}`, 'x'])));
    const pull = await shop.openPullRequest({ head: 'topic' });
    const { body, headers } = await read(`/pulls/${pull.number}/files?per_page=500`);
    expect(body).toHaveLength(100);
    expect(headers.get('link')).toContain('rel="next"');
  });

  it('leaves out patches that are too large, alone or in sum', async () => {
    world.limits.filePatchLines = 10;
    world.limits.totalPatchLines = 12;
    await shop.commit('topic', {
      'b.txt': 'x\n'.repeat(5),
      'c.txt': 'x\n'.repeat(30),
      'd.txt': 'y\n'.repeat(5),
      'e.txt': 'z\n'.repeat(5),
    });
    const pull = await shop.openPullRequest({ head: 'topic' });
    const { body } = await read(`/pulls/${pull.number}/files`);
    expect(body.map((file: Loose) => [file.filename, 'patch' in file])).toEqual([
      ['b.txt', true],
      ['c.txt', false],
      ['d.txt', true],
      ['e.txt', false],
    ]);
  });

  it('keeps base.sha when the base branch goes on, while the merge base decides the diff', async () => {
    const opened = shop.tip('main');
    await shop.commit('topic', { 'b.txt': 'b\n' });
    const pull = await shop.openPullRequest({ head: 'topic' });
    await shop.commit('main', { 'c.txt': 'c\n' });
    await shop.merge('topic', 'main');
    const detail = await read(`/pulls/${pull.number}`);
    const files = await read(`/pulls/${pull.number}/files`);
    expect(detail.body.base.sha).toBe(opened);
    expect(files.body.map((file: Loose) => file.filename)).toEqual(['b.txt']);
  });

  it('moves the head with a push and can serve the old one for a while', async () => {
    await shop.commit('topic', { 'b.txt': 'b\n' });
    const pull = await shop.openPullRequest({ head: 'topic' });
    const pushed = await shop.push('topic', { 'c.txt': 'c\n' }, { lagDetails: 1 });
    const heads = [await read(`/pulls/${pull.number}`), await read(`/pulls/${pull.number}`)].map(
      ({ body }) => body.head.sha,
    );
    expect(heads).toEqual([pull.headSha, pushed]);
  });

  it('rewrites history with a forced push', async () => {
    await shop.commit('topic', { 'b.txt': 'b\n' });
    const pull = await shop.openPullRequest({ head: 'topic' });
    await shop.forcePush('topic', { 'c.txt': 'c\n' });
    const files = await read(`/pulls/${pull.number}/files`);
    expect(files.body.map((file: Loose) => file.filename)).toEqual(['c.txt']);
  });

  it('shows forks, deleted forks and ghosts', async () => {
    await shop.commit('bob:main', { 'b.txt': 'b\n' });
    const pull = await shop.openPullRequest({ head: 'bob:main', author: null });
    const before = (await read(`/pulls/${pull.number}`)).body;
    shop.deleteFork(pull.number);
    const after = (await read(`/pulls/${pull.number}`)).body;
    expect([before.user, before.head.label, before.head.ref, before.head.repo.full_name]).toEqual([
      null,
      'bob:main',
      'main',
      'bob/shop',
    ]);
    expect(after.head.repo).toBeNull();
  });

  it('refuses the diff media type beyond 300 files', async () => {
    await shop.commit('topic', Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`f/${index}`, 'x'])));
    const pull = await shop.openPullRequest({ head: 'topic' });
    const { status } = await read(`/pulls/${pull.number}`, { accept: 'application/vnd.github.v3.diff' });
    expect(status).toBe(406);
  });
});

describe('commits and contents', () => {
  it('compares two branches from their merge base and lists at most 300 files', async () => {
    const base = shop.tip('main');
    await shop.commit('topic', Object.fromEntries(Array.from({ length: 305 }, (_, index) => [`f/${index}`, 'x'])));
    await shop.commit('topic', { 'b.txt': 'b\n' });
    await shop.commit('main', { 'c.txt': 'c\n' });
    const { body } = await read('/compare/main...topic?per_page=1');
    expect([
      body.merge_base_commit.sha,
      body.status,
      body.ahead_by,
      body.behind_by,
      body.commits.length,
      body.files.length,
    ]).toEqual([base, 'diverged', 2, 1, 1, 300]);
  });

  it('finds no common ancestor of unrelated histories', async () => {
    await shop.commit('island', { 'b.txt': 'b\n' }, { parents: [] });
    expect((await read('/compare/main...island')).status).toBe(404);
  });

  it('reads a file as JSON and raw, at any ref', async () => {
    const before = shop.tip('main');
    await shop.commit('main', { 'src/a.ts': 'new\n' });
    const asJson = await read(`/contents/src/a.ts?ref=${before}`);
    const asRaw = await read('/contents/src/a.ts', { accept: 'application/vnd.github.raw+json' });
    expect([Buffer.from(asJson.body.content, 'base64').toString(), asRaw.body]).toEqual([TEXT, 'new\n']);
  });

  it('gives large contents only raw, and refuses very large ones', async () => {
    world.limits.inlineContentBytes = 10;
    const inline = await read('/contents/src/a.ts');
    const raw = await read('/contents/src/a.ts', { accept: 'application/vnd.github.raw' });
    world.limits.maxContentBytes = 20;
    const refused = await read('/contents/src/a.ts', { accept: 'application/vnd.github.raw' });
    expect([inline.body.encoding, inline.body.content, raw.body, refused.status]).toEqual(['none', '', TEXT, 403]);
  });

  it('answers 404 for a path or ref that is not there', async () => {
    const statuses = await Promise.all([
      read('/contents/nope'),
      read('/contents/src/a.ts?ref=nope'),
      read('/git/trees/nope'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('lists a tree recursively and says when it was cut', async () => {
    const whole = await read('/git/trees/main?recursive=1');
    world.limits.treeEntries = 2;
    const cut = await read('/git/trees/main?recursive=1');
    expect(whole.body.tree.map((entry: Loose) => entry.path)).toEqual([
      'gone.txt',
      'src',
      'src/a.ts',
      'src/old name.ts',
    ]);
    expect([whole.body.truncated, cut.body.truncated, cut.body.tree.length]).toEqual([false, true, 2]);
  });

  it('finds the open pull requests that contain a commit, newest first', async () => {
    const middle = await shop.commit('topic', { 'b.txt': 'b\n' });
    const first = await shop.openPullRequest({ head: 'topic' });
    await shop.commit('above', { 'c.txt': 'c\n' }, { from: 'topic' });
    const second = await shop.openPullRequest({ head: 'above' });
    const closed = await shop.openPullRequest({ head: 'topic' });
    shop.setState(closed.number, 'closed');
    const { body } = await read(`/commits/${middle}/pulls`);
    expect(body.map((pull: Loose) => pull.number)).toEqual([second.number, first.number]);
  });

  it('shows the protection of a branch', async () => {
    await shop.commit('release/1', {});
    shop.protectBranch('release/1');
    const [main, release, none] = await Promise.all([
      read('/branches/main'),
      read('/branches/release%2F1'),
      read('/branches/nope'),
    ]);
    expect([main.body.protected, release.body.protected, none.status]).toEqual([false, true, 404]);
  });
});

describe('clients', () => {
  it('serves the client a Probot app builds, with the Enterprise root', async () => {
    const probot = new Probot({
      appId: world.app.id,
      privateKey: world.app.privateKey,
      secret: world.app.webhookSecret,
      baseUrl: `${world.url}/api/v3`,
      logLevel: 'fatal',
    });
    const octokit = await probot.auth(world.installationId);
    const { data } = await octokit.rest.repos.get({ owner: 'octo', repo: 'shop' });
    expect(data.url).toBe(`${world.url}/api/v3/repos/octo/shop`);
  });

  it('answers 304 until something about the pull request changes, also its labels and comments', async () => {
    await shop.commit('topic', { 'b.txt': 'b\n' });
    const { number } = await shop.openPullRequest({ head: 'topic' });
    const etag = async () => (await read(`/pulls/${number}`)).headers.get('etag') ?? '';
    const first = await etag();
    const again = await read(`/pulls/${number}`, { 'if-none-match': first });
    shop.setLabels(number, ['bug']);
    const second = await etag();
    shop.comment(number, { body: 'hello' });
    expect([again.status, second === first, (await etag()) === second]).toEqual([304, false, false]);
    expect(world.requests.map((request) => request.conditional304)).toEqual([false, true, false, false]);
  });
});

describe('a closed pull request', () => {
  it('keeps its head while closed and shows the branch again once it is reopened', async () => {
    await shop.commit('topic', { 'b.txt': 'b\n' });
    const { number, headSha } = await shop.openPullRequest({ head: 'topic' });
    shop.setState(number, 'closed');
    const pushed = await shop.push('topic', { 'c.txt': 'c\n' });
    const closed = (await read(`/pulls/${number}`)).body;
    shop.setState(number, 'open');
    const reopened = (await read(`/pulls/${number}`)).body;
    expect([closed.state, closed.head.sha, reopened.state, reopened.head.sha]).toEqual([
      'closed',
      headSha,
      'open',
      pushed,
    ]);
  });
});
