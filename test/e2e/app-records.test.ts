import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { httpError, submitsReview } from '../support/model-stand-in/index.js';
import { openScene, type Scene, until } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(async () => {
  await scene.close();
});

const FINDING = {
  severity: 'high',
  confidence: 0.9,
  category: 'correctness',
  path: 'src/charge.ts',
  start_line: 2,
  end_line: 2,
  title: 'A retry may charge twice',
  body: 'The first request may have gone through.',
  evidence: '  return retry(() => provider.charge());',
  trigger: 'The provider times out after it has charged.',
  suggestion: null,
  rule: null,
  claims: [],
};

type Pull = Awaited<ReturnType<Scene['openPullRequest']>>;

/** Write a comment, and wait for our last reaction to it. */
async function say({ comments, number, shop }: Pull, body: string): Promise<string> {
  const { id } = await comments(body);
  const reactions = () => shop.comments(number).find((comment) => comment.id === id)?.reactions ?? [];
  return until(
    () => reactions().find(({ content }) => content !== 'eyes')?.content,
    () => `no end of ${body}: ${JSON.stringify(reactions())}\n${scene.app.logs().slice(-3_000)}`,
  );
}

function latest({ checks }: Pull, headSha?: string) {
  const all = checks(headSha);
  return all.reduce((newest, check) => (check.id > newest.id ? check : newest));
}

const spent = () => ({
  model: scene.model.requests.length,
  writes: scene.world.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/check-runs')).length,
});

it('a second /review with nothing to do costs no model request and no write but a reaction', async () => {
  scene.model.respondWith(() => submitsReview());
  const pull = await scene.openPullRequest();
  expect(await say(pull, '/review')).toBe('rocket');
  const before = spent();
  expect(await say(pull, '/review')).toBe('+1');
  expect(spent()).toEqual(before);
  expect(await say(pull, '/review again')).toBe('rocket');
  expect(spent().model).toBe(before.model + 1);
});

it.each([
  ['other paths', '/review src/charge.ts'],
  ['a focus', '/review "is it idempotent?"'],
])('a review of %s is a new revision', async (_what, command) => {
  scene.model.respondWith(() => submitsReview());
  const pull = await scene.openPullRequest();
  await say(pull, '/review');
  const before = spent();
  expect(await say(pull, command)).toBe('rocket');
  expect(spent().model).toBe(before.model + 1);
});

it('a failed review is run again', async () => {
  scene.model.respondWith(() => httpError(401));
  const pull = await scene.openPullRequest();
  await say(pull, '/review');
  expect(latest(pull).conclusion).toBe('neutral');
  scene.model.respondWith(() => submitsReview());
  expect(await say(pull, '/review')).toBe('rocket');
  expect(latest(pull).conclusion).toBe('success');
});

it('a finding keeps its number over a push, is told as repeated, and not observed when it is gone', async () => {
  scene.model.respondWith(() => submitsReview({ findings: [FINDING] }));
  const pull = await scene.openPullRequest();
  await say(pull, '/review');
  expect(latest(pull).summary).not.toContain('last revision');
  const second = await pull.shop.commit('topic', { 'src/other.ts': 'export const other = 1;\n' });
  expect(await say(pull, '/review')).toBe('rocket');
  const repeated = latest(pull, second);
  expect(repeated.summary).toMatch(/Since the last revision \([0-9a-f]{7}\): 1 repeated\./);
  expect(`${repeated.summary}${repeated.text}`).toContain('F1');
  scene.model.respondWith(() => submitsReview());
  const third = await pull.shop.commit('topic', { 'src/other.ts': 'export const other = 2;\n' });
  await say(pull, '/review');
  expect(latest(pull, third).text).toMatch(/Not observed any more.*F1/s);
});

it('a finding that is dismissed decides nothing any more, at no cost, and counts again when it is reopened', async () => {
  scene.model.respondWith(() => submitsReview({ findings: [FINDING] }));
  const pull = await scene.openPullRequest({ settings: 'fail_on: high\n' });
  await say(pull, '/review');
  expect(latest(pull).conclusion).toBe('failure');
  const before = spent();
  expect(await say(pull, '/review dismiss F1 the provider deduplicates')).toBe('+1');
  await until(() => latest(pull).conclusion === 'success');
  expect(latest(pull).text).toContain('dismissed');
  expect(spent().model).toBe(before.model);
  await say(pull, '/review reopen F1');
  await until(() => latest(pull).conclusion === 'failure');
  expect(spent().model).toBe(before.model);
  expect(await say(pull, '/review dismiss F7 no')).toBe('confused');
  await until(() => pull.shop.comments(pull.number).at(-1)?.body.includes('There is no F7'));
});

it('Q30: a change that was moved to another base is carried over, placed anew, without a model request', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_none, index) => `// line ${index}\n`).join('');
  const base = `${lines(5)}export function charge() {\n  return provider.charge();\n}\n`;
  const head = `${lines(5)}export function charge() {\n  return retry(() => provider.charge());\n}\n`;
  scene.model.respondWith(() => submitsReview({ findings: [FINDING] }));
  const pull = await scene.openPullRequest({ base: { 'src/charge.ts': base }, head: { 'src/charge.ts': head } });
  await say(pull, '/review');
  const before = spent();
  await pull.shop.commit('main', { 'src/charge.ts': lines(40) + base });
  const rebased = await pull.shop.forcePush('topic', { 'src/charge.ts': lines(40) + head }, { from: 'main' });
  expect(await say(pull, '/review')).toBe('rocket');
  const check = latest(pull, rebased);
  expect(spent().model).toBe(before.model);
  expect(check.annotations).toMatchObject([{ path: 'src/charge.ts', start_line: 47 }]);
  expect(check.summary).toMatch(/The change is the same as at [0-9a-f]{7}/);
});

it('the service says that it is alive and ready, and what it did', async () => {
  const at = async (path: string) => {
    const response = await fetch(`${scene.app.url}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await at('/healthz')).toMatchObject({ status: 200 });
  expect(await at('/readyz')).toMatchObject({ status: 200, text: expect.stringContaining('"status":"ready"') });
  const { text } = await at('/metrics');
  expect(text).toMatch(/plumbline_reviews_ended_total\{conclusion="success",coverage="complete"\} [1-9]/);
  expect(text).toMatch(/plumbline_model_requests_total [1-9]/);
  expect(text).toMatch(/plumbline_github_requests_left [1-9]/);
  expect(text).toContain('plumbline_reviews_running 0\n');
});
