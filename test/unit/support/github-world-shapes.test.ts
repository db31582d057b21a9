import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, type Loose, mintInstallationToken, signAppToken } from '../../support/github-world/client.js';
import { createGithubWorld, type GithubWorld } from '../../support/github-world/index.js';
import { type AnswerJudge, createAnswerJudge } from '../../support/github-world/openapi.js';

const REPO = '/repos/{owner}/{repo}';

let world: GithubWorld;
let judge: AnswerJudge;
let token: string;
let values: Record<string, string>;

beforeAll(async () => {
  judge = createAnswerJudge();
  world = await createGithubWorld();
  token = await mintInstallationToken(world);
  world.addDelivery({ statusCode: 502, status: 'failed to connect to host' });
  const shop = await world.createRepository('octo/shop');
  world.setPermission('octo/shop', 'ada', 'maintain');
  await shop.commit('main', {
    'src/a.ts': 'a\n',
    'link.ts': { link: 'nowhere' },
    module: { submodule: '1'.repeat(40) },
  });
  await shop.commit('topic', { 'src/a.ts': 'b\n', 'new.bin': Buffer.from([0, 1]) });
  const pull = await shop.openPullRequest({ head: 'topic', labels: ['bug'], body: 'text' });
  const comment = shop.comment(pull.number, { body: 'hello' });
  const run = shop.addCheckRun({ name: 'lint', headSha: pull.headSha, appSlug: world.app.slug });
  const tree = await ask(world, token, '/repos/octo/shop/git/trees/topic?recursive=1');
  values = {
    owner: 'octo',
    repo: 'shop',
    pull_number: String(pull.number),
    issue_number: String(pull.number),
    comment_id: String(comment.id),
    check_run_id: String(run.id),
    check_suite_id: String(run.suiteId),
    commit_sha: pull.headSha,
    ref: pull.headSha,
    tree_sha: 'topic',
    file_sha: tree.body.tree.find((entry: Loose) => entry.path === 'src/a.ts').sha,
    basehead: 'main...topic',
    branch: 'main',
    username: 'ada',
    installation_id: String(world.installationId),
    path: 'src/a.ts',
    head_sha: pull.headSha,
  };
});

afterAll(() => world.close());

/** Fill the template's names; `extra` replaces some of them. */
function fill(template: string, extra: Record<string, string> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...values, ...extra })[name] ?? `missing-${name}`);
}

const CHECK_OUTPUT = {
  title: 'Title',
  summary: 'Summary',
  annotations: [{ path: 'src/a.ts', start_line: 1, end_line: 1, annotation_level: 'notice', message: 'Look' }],
};

describe('answers have the shape GitHub describes', () => {
  it.each([
    ['GET', '/app', 200],
    ['GET', '/app/hook/config', 200],
    ['GET', '/app/hook/deliveries', 200],
    ['GET', '/rate_limit', 200],
    ['GET', '/app/installations/{installation_id}', 200],
    ['GET', `${REPO}/installation`, 200],
    ['POST', '/app/installations/{installation_id}/access_tokens', 201],
  ])('%s %s, asked by the App', async (method, path, status) => {
    const answer = await ask(world, signAppToken(world.app), fill(path), { method });
    expect([answer.status, judge.faultsOf(`${method} ${path}`, status, answer.body)]).toEqual([status, []]);
  });

  it('lists installations as it shows one', async () => {
    // GitHub's description of the list wants an account that is a user and an enterprise at once: judge by the single one.
    const { body } = await ask(world, signAppToken(world.app), '/app/installations');
    expect(body.map((one: unknown) => judge.faultsOf('GET /app/installations/{installation_id}', 200, one))).toEqual([
      [],
    ]);
  });

  it.each([
    ['/installation/repositories'],
    [REPO],
    [`${REPO}/branches/{branch}`],
    [`${REPO}/collaborators/{username}/permission`],
    [`${REPO}/pulls`],
    [`${REPO}/pulls/{pull_number}`],
    [`${REPO}/pulls/{pull_number}/files`],
    [`${REPO}/compare/{basehead}`],
    [`${REPO}/commits/{ref}`],
    [`${REPO}/commits/{commit_sha}/pulls`],
    [`${REPO}/commits/{ref}/check-runs`],
    [`${REPO}/check-suites/{check_suite_id}/check-runs`],
    [`${REPO}/check-runs/{check_run_id}`],
    [`${REPO}/check-runs/{check_run_id}/annotations`],
    [`${REPO}/contents/{path}`],
    [`${REPO}/git/trees/{tree_sha}`],
    [`${REPO}/git/blobs/{file_sha}`],
    [`${REPO}/issues/{issue_number}/comments`],
    [`${REPO}/issues/comments/{comment_id}`],
    [`${REPO}/issues/comments/{comment_id}/reactions`],
  ])('GET %s', async (path) => {
    const answer = await ask(world, token, fill(path));
    expect([answer.status, judge.faultsOf(`GET ${path}`, 200, answer.body)]).toEqual([200, []]);
  });

  it.each([['src'], ['link.ts'], ['module']])('GET contents of %s', async (path) => {
    const answer = await ask(world, token, fill(`${REPO}/contents/{path}`, { path }));
    expect([answer.status, judge.faultsOf(`GET ${REPO}/contents/{path}`, 200, answer.body)]).toEqual([200, []]);
  });

  it.each([
    [
      'POST',
      `${REPO}/check-runs`,
      201,
      { name: 'review', head_sha: 'HEAD', status: 'in_progress', output: CHECK_OUTPUT },
    ],
    ['PATCH', `${REPO}/check-runs/{check_run_id}`, 200, { conclusion: 'neutral', output: CHECK_OUTPUT }],
    ['POST', `${REPO}/issues/{issue_number}/comments`, 201, { body: 'reply' }],
    ['POST', `${REPO}/issues/comments/{comment_id}/reactions`, 201, { content: 'eyes' }],
    ['POST', `${REPO}/issues/comments/{comment_id}/reactions`, 200, { content: 'eyes' }],
  ])('%s %s answering %d', async (method, path, status, given) => {
    const body = 'head_sha' in given ? { ...given, head_sha: values.head_sha } : given;
    const answer = await ask(world, token, fill(path), { method, body });
    expect([answer.status, judge.faultsOf(`${method} ${path}`, status, answer.body)]).toEqual([status, []]);
  });

  it('tells a wrong shape from a right one', async () => {
    const { body } = await ask(world, token, fill(`${REPO}/pulls/{pull_number}`));
    const { head: _, ...broken } = body;
    expect(judge.faultsOf(`GET ${REPO}/pulls/{pull_number}`, 200, broken)).toEqual([
      `GET ${REPO}/pulls/{pull_number}:  must have required property 'head'`,
    ]);
  });
});
