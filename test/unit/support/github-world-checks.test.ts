import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, type Loose, mintInstallationToken } from '../../support/github-world/client.js';
import { createGithubWorld, type GithubWorld, type RepositoryHandle } from '../../support/github-world/index.js';

let world: GithubWorld;
let shop: RepositoryHandle;
let token: string;
let headSha: string;

beforeAll(async () => {
  world = await createGithubWorld();
  world.limits.contentWritesPerMinute = 1_000;
  shop = await world.createRepository('octo/shop');
  headSha = await shop.commit('main', { 'a.ts': 'a\n' });
  token = await mintInstallationToken(world);
});

afterAll(() => world.close());

function create(body: Record<string, unknown>) {
  return ask(world, token, '/repos/octo/shop/check-runs', {
    method: 'POST',
    body: { name: 'review', head_sha: headSha, ...body },
  });
}

function update(id: number, body: Record<string, unknown>) {
  return ask(world, token, `/repos/octo/shop/check-runs/${id}`, { method: 'PATCH', body });
}

function outputOf(change: Record<string, unknown>) {
  return { title: 'Title', summary: 'Summary', ...change };
}

function annotated(...changes: Record<string, unknown>[]) {
  const good = { path: 'a.ts', start_line: 1, end_line: 1, annotation_level: 'warning', message: 'Look' };
  return { output: outputOf({ annotations: changes.map((change) => ({ ...good, ...change })) }) };
}

const ACTION = { label: 'Again', description: 'Review again', identifier: 'again' };
const UMLAUTS = 'ü'.repeat(32_768);

describe('a check run is refused with 422', () => {
  it.each<[string, Record<string, unknown>]>([
    ['without a name', { name: '' }],
    ['for a head that is no commit', { head_sha: 'f'.repeat(40) }],
    ['for a shortened head', { head_sha: 'abcdef1' }],
    ['with an unknown status', { status: 'done' }],
    ['with an unknown conclusion', { conclusion: 'passed' }],
    ['with the conclusion only GitHub sets', { conclusion: 'stale' }],
    ['completed without a conclusion', { status: 'completed' }],
    ['concluded while in progress', { status: 'in_progress', conclusion: 'success' }],
    ['with details that are no web address', { details_url: 'ftp://x' }],
    ['with a time that is none', { started_at: 'yesterday' }],
    ['without a title', { output: { summary: 's' } }],
    ['without a summary', { output: { title: 't' } }],
    ['with a summary of 65,536 bytes', { output: outputOf({ summary: UMLAUTS }) }],
    ['with a text of 65,536 bytes', { output: outputOf({ text: UMLAUTS }) }],
    ['with 51 annotations', annotated(...Array.from({ length: 51 }, () => ({})))],
    ['with an annotation before line 1', annotated({ start_line: 0 })],
    ['with an annotation that ends before it starts', annotated({ start_line: 3, end_line: 2 })],
    ['with columns on several lines', annotated({ end_line: 2, start_column: 1, end_column: 2 })],
    ['with an empty message', annotated({ message: '' })],
    ['with an empty path', annotated({ path: '' })],
    ['with an unknown level', annotated({ annotation_level: 'error' })],
    ['with a message beyond 64 KB', annotated({ message: 'x'.repeat(65_537) })],
    ['with raw details beyond 64 KB', annotated({ raw_details: 'x'.repeat(65_537) })],
    ['with a title of 256 characters', annotated({ title: 'x'.repeat(256) })],
    ['with four actions', { actions: [ACTION, ACTION, ACTION, ACTION] }],
    ['with a label of 21 characters', { actions: [{ ...ACTION, label: 'x'.repeat(21) }] }],
    ['with a description of 41 characters', { actions: [{ ...ACTION, description: 'x'.repeat(41) }] }],
    ['with an identifier of 21 characters', { actions: [{ ...ACTION, identifier: 'x'.repeat(21) }] }],
  ])('%s', async (_, body) => {
    const before = world.checkRuns('octo/shop').length;
    const answer = await create(body);
    expect([answer.status, world.checkRuns('octo/shop').length]).toEqual([422, before]);
  });
});

describe('a check run is taken', () => {
  it.each<[string, Record<string, unknown>]>([
    [
      'with everything at its limit',
      { ...annotated(...Array.from({ length: 50 }, () => ({ title: 'x'.repeat(255) }))) },
    ],
    ['with a summary of 65,535 bytes', { output: outputOf({ summary: 'x'.repeat(65_535) }) }],
    ['with a message of 64 KB', annotated({ message: 'x'.repeat(65_536) })],
    ['with columns on one line', annotated({ start_column: 1, end_column: 5 })],
    ['with three actions', { actions: [ACTION, ACTION, ACTION] }],
  ])('%s', async (_, body) => {
    expect((await create(body)).status).toBe(201);
  });

  it('accumulates annotations and keeps a history of its states', async () => {
    const { body } = await create({ status: 'in_progress', ...annotated({}, {}) });
    await update(body.id, annotated({ message: 'third' }));
    await update(body.id, { conclusion: 'neutral', ...annotated({ message: 'fourth' }) });
    const run = world.checkRuns('octo/shop', { headSha }).find(({ id }) => id === body.id);
    expect(run?.history.map(({ status, conclusion, annotations }) => [status, conclusion, annotations])).toEqual([
      ['in_progress', null, 2],
      ['in_progress', null, 3],
      ['completed', 'neutral', 4],
    ]);
  });

  it('keeps nothing of a batch with one bad annotation', async () => {
    const { body } = await create(annotated({}));
    const answer = await update(body.id, annotated({}, { message: '' }));
    const shown = await ask(world, token, `/repos/octo/shop/check-runs/${body.id}`);
    expect([answer.status, shown.body.output.annotations_count]).toEqual([422, 1]);
  });

  it('can be changed after it was completed, and taken up again', async () => {
    const { body } = await create({ conclusion: 'success' });
    const renamed = await update(body.id, { output: outputOf({}) });
    const reopened = await update(body.id, { status: 'in_progress' });
    expect([renamed.body.conclusion, reopened.body.status, reopened.body.conclusion]).toEqual([
      'success',
      'in_progress',
      null,
    ]);
  });
});

describe('listing check runs', () => {
  it('shows the latest of each name first, or all of them', async () => {
    const sha = await shop.commit('listing', { 'b.ts': 'b\n' });
    shop.addCheckRun({ name: 'review', headSha: sha });
    const older = await create({ head_sha: sha });
    const newer = await create({ head_sha: sha });
    const path = `/repos/octo/shop/commits/${sha}/check-runs?check_name=review&app_id=${world.app.id}`;
    const latest = await ask(world, token, path);
    const all = await ask(world, token, `${path}&filter=all`);
    const ids = (answer: typeof all) => answer.body.check_runs.map((run: Loose) => run.id);
    expect([ids(latest), ids(all)]).toEqual([[newer.body.id], [newer.body.id, older.body.id]]);
  });

  it('names the open pull requests of the head, but none from a fork', async () => {
    const sha = await shop.commit('topic', { 'c.ts': 'c\n' });
    const own = await shop.openPullRequest({ head: 'topic' });
    await shop.setTip('bob:topic', sha);
    await shop.openPullRequest({ head: 'bob:topic' });
    const { body } = await create({ head_sha: sha });
    expect(body.pull_requests.map((pull: Loose) => pull.number)).toEqual([own.number]);
  });
});

describe('who may write check runs', () => {
  it('refuses a person', async () => {
    const answer = await ask(world, world.token, '/repos/octo/shop/check-runs', {
      method: 'POST',
      body: { name: 'x', head_sha: headSha },
    });
    expect(answer.status).toBe(403);
  });

  it('refuses to change another App’s run', async () => {
    const run = shop.addCheckRun({ name: 'lint', headSha });
    expect((await update(run.id, { status: 'in_progress' })).status).toBe(403);
  });
});
