import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectNoLeaks, SOURCE_MARKER } from '../support/leaks.js';
import { httpError, resets, says, submitsReview, waitsFor } from '../support/model-stand-in/index.js';
import { openScene, SCENE_API_KEY, type Scene, until } from '../support/scene.js';

const HEAD = { 'src/charge.ts': `export const ${SOURCE_MARKER} = 1;\n` };

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ LOG_LEVEL: 'trace', PLUMBLINE_CONCURRENCY: '16' });
});
afterAll(() => scene.close());

/** Everything that must never be seen: keys, secrets, and every token that GitHub gave out. */
function secrets(): readonly string[] {
  const { app, requests } = scene.world;
  const tokens = requests
    .map(({ authorization }) => authorization?.replace(/^\w+ /, '') ?? '')
    .filter((one) => one !== '');
  return [SCENE_API_KEY, app.webhookSecret, app.privateKey.split('\n')[5] ?? app.privateKey, ...new Set(tokens)];
}

describe('the server under faults, with the most talkative log', () => {
  const echo = {
    error: {
      message: `key ${SCENE_API_KEY} sent: +export const ${SOURCE_MARKER} = 1;`,
      type: 'x',
      param: null,
      code: null,
    },
  };
  const answers = [
    httpError(400, echo),
    httpError(401, echo),
    says('Fine.'),
    resets(),
    httpError(500, echo, { 'retry-after': '0' }),
  ];

  it('ends every check and leaks neither key, token, prompt nor source', async () => {
    scene.model.respondWith((_request, index) => answers[index % answers.length]);
    const pulls = await Promise.all(Array.from({ length: 6 }, () => scene.openPullRequest({ head: HEAD })));
    const paths = [/shop-1\/pulls\/1\/files/, /shop-2\/compare/, /shop-3\/contents/];
    const faults = [
      { status: 502, body: '<html>' },
      { truncateJson: true },
      { status: 403, body: { message: 'Resource not accessible' } },
    ] as const;
    for (const [index, path] of paths.entries()) scene.world.faults.on({ path, times: 9 }, faults[index] ?? faults[0]);
    await Promise.all(pulls.map(({ comments }) => comments('/review')));
    const checks = await Promise.all(pulls.map(({ completedCheck }) => completedCheck()));
    expect(checks.map(({ conclusion }) => conclusion)).not.toContain('success');
    expect(checks.every(({ title }) => /^Not reviewed: \S/.test(title ?? ''))).toBe(true);
    const writes = scene.world.requests.map(({ body }) => JSON.stringify(body)).join('\n');
    expectNoLeaks({ log: scene.app.logs(), writes }, secrets());
    expect(scene.app.logs()).toContain('call-ended');
  });
});

describe('SIGTERM while reviews run', () => {
  it('Q05: completes every check, saying that the service was stopped, and ends with 0', async () => {
    scene.world.faults.clear();
    const before = scene.model.requests.length;
    scene.model.respondWith(() => waitsFor(new Promise(() => {}), submitsReview()));
    const pulls = await Promise.all(Array.from({ length: 3 }, () => scene.openPullRequest({ head: HEAD })));
    await Promise.all(pulls.map(({ comments }) => comments('/review')));
    await until(() => scene.model.requests.length === before + 3);
    expect(await scene.app.stop()).toBe(0);
    const checks = pulls.flatMap((pull) => pull.checks());
    expect(checks).toHaveLength(3);
    for (const check of checks) {
      expect(check).toMatchObject({
        status: 'completed',
        conclusion: 'cancelled',
        title: 'Cancelled: the service was stopped',
      });
    }
    expectNoLeaks({ log: scene.app.logs() }, secrets());
  });
});
