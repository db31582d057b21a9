import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp } from '../support/app-under-test.js';
import { createDatabaseYard, serversBelow } from '../support/embedded-database.js';
import { itInLongMode } from '../support/long-mode.js';
import { callsTool, submitsReview, waitsFor } from '../support/model-stand-in/index.js';
import { runCommand } from '../support/run-command.js';
import { openScene, type Scene, until } from '../support/scene.js';

let yard: Awaited<ReturnType<typeof createDatabaseYard>>;
let scene: Scene;
beforeAll(async () => {
  yard = await createDatabaseYard();
  scene = await openScene({ PLUMBLINE_DATA_DIR: join(yard.base, 'data') });
});
afterAll(async () => {
  await scene.close();
  yard.clear();
});

it('a review whose process was killed is finished by the next one, in the same check', async () => {
  const seen = scene.model.requests.length;
  scene.model.respondWith(() => waitsFor(new Promise(() => {}), submitsReview()));
  const { checks, comments, completedCheck, number, shop } = await scene.openPullRequest();
  await comments('/review');
  await until(() => scene.model.requests.length > seen);
  await scene.app.kill();
  expect(checks()).toMatchObject([{ status: 'in_progress' }]);
  scene.model.respondWith(() => submitsReview());
  await scene.restart();
  expect(await completedCheck()).toMatchObject({ conclusion: 'success' });
  expect(checks()).toHaveLength(1);
  await until(() => shop.comments(number)[0]?.reactions.some(({ content }) => content === 'rocket'));
});

itInLongMode('J07: a redelivery to the next process starts nothing', async () => {
  scene.model.respondWith(() => submitsReview());
  const { checks, completedCheck, number, shop } = await scene.openPullRequest();
  const comment = shop.comment(number, { body: '/review', author: 'ada' });
  const about = { repository: shop.fullName, comment: comment.id };
  const delivery = scene.world.delivery('issue_comment', 'created', about);
  await scene.world.deliver(scene.app.url, delivery);
  await completedCheck();
  await scene.restart();
  const before = scene.world.requests.length;
  expect((await scene.world.deliver(scene.app.url, delivery)).status).toBe(200);
  await until(() => scene.app.logs().includes('"outcome":"duplicate"'));
  expect(checks()).toHaveLength(1);
  expect(scene.world.requests).toHaveLength(before);
});

itInLongMode(
  'a delivery that cannot be kept in time is answered 503, and is handled when it is sent again',
  async () => {
    scene.model.respondWith(() => submitsReview());
    const { completedCheck, number, shop } = await scene.openPullRequest();
    const comment = shop.comment(number, { body: '/review', author: 'ada' });
    const delivery = scene.world.delivery('issue_comment', 'created', {
      repository: shop.fullName,
      comment: comment.id,
    });
    yard.pause();
    const refused = await scene.world.deliver(scene.app.url, delivery).finally(yard.resume);
    expect(refused.status).toBe(503);
    expect((await scene.world.deliver(scene.app.url, delivery)).status).toBe(200);
    await completedCheck();
  },
);

it('a model request that was answered is not paid again by the process that takes the review up', async () => {
  const seen = scene.model.requests.length;
  const looks = callsTool('get_file_diff', { path: 'src/charge.ts', cursor: null });
  scene.model.respondWith(() =>
    scene.model.requests.length === seen + 1 ? looks : waitsFor(new Promise(() => {}), submitsReview()),
  );
  const { checks, comments, completedCheck } = await scene.openPullRequest();
  await comments('/review');
  await until(() => scene.model.requests.length === seen + 2);
  await scene.app.kill();
  scene.model.respondWith(() => submitsReview());
  await scene.restart();
  expect(await completedCheck()).toMatchObject({ conclusion: 'success' });
  expect(checks()).toHaveLength(1);
  // The one in flight alone was asked twice, in the same words.
  expect(scene.model.requests).toHaveLength(seen + 3);
  expect(scene.model.requests[seen + 2]?.body.messages).toEqual(scene.model.requests[seen + 1]?.body.messages);
});

itInLongMode('a service that is told to stop leaves its reviews to the next start', async () => {
  const seen = scene.model.requests.length;
  scene.model.respondWith(() => waitsFor(new Promise(() => {}), submitsReview()));
  const { checks, comments, completedCheck, number, shop } = await scene.openPullRequest();
  await comments('/review');
  await until(() => scene.model.requests.length > seen);
  expect(await scene.app.stop()).toBe(0);
  expect(checks()).toMatchObject([{ status: 'in_progress' }]);
  expect(shop.comments(number)[0]?.reactions.map(({ content }) => content)).toEqual(['eyes']);
  scene.model.respondWith(() => submitsReview());
  await scene.restart();
  expect(await completedCheck()).toMatchObject({ conclusion: 'success' });
  expect(checks()).toHaveLength(1);
});

itInLongMode('a port that is taken is told as that, and the database that was started for it is stopped', async () => {
  const { app } = scene.world;
  const data = join(yard.base, 'other');
  const start = startApp({
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: app.webhookSecret,
    PORT: new URL(scene.app.url).port,
    PLUMBLINE_DATA_DIR: data,
  });
  await expect(start).rejects.toThrow(/error: PORT is \d+: already in use/);
  expect(serversBelow(data)).toEqual([]);
});

it('runs and records are shown, cancelled and tried again from beside the service', async () => {
  scene.model.respondWith(() => submitsReview());
  const pull = await scene.openPullRequest();
  await pull.comments('/review');
  await pull.completedCheck();
  const runId = pull.checks()[0]?.externalId ?? '';
  const variables = { PLUMBLINE_DATA_DIR: join(yard.base, 'data') };
  const ask = async (...words: string[]) => {
    const { status, stderr, stdout } = await runCommand(words, { directory: yard.base, variables });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  const listed = (await ask('run', 'list')).split('\n').find((line) => line.includes(runId));
  expect(listed).toContain(`${pull.shop.fullName}#${pull.number}`);
  expect(listed).toContain('completed · success · No findings in 1 of 1 file');
  expect(JSON.parse(await ask('run', 'show', runId, '--json'))).toMatchObject({
    runId,
    phase: 'ended',
    outcome: 'completed',
    assessment: { coverage: 'complete', freshness: 'current', verdict: 'no_findings', requests: 1 },
  });
  const url = `${scene.world.url}/${pull.shop.fullName}/pull/${pull.number}`;
  expect(await ask('record', 'show', url)).toContain(runId);
  scene.model.respondWith(() => waitsFor(new Promise(() => {}), submitsReview()));
  const again = JSON.parse(await ask('run', 'retry', runId, '--json'));
  expect(again).toMatchObject({ revision: 2, phase: 'running' });
  await ask('run', 'cancel', again.runId);
  expect(pull.checks().find(({ externalId }) => externalId === again.runId)).toMatchObject({
    title: 'Cancelled by the operator',
  });
}, 30_000);

it.each([
  [['run', 'show', 'pr1-none'], /no run pr1-none is known/],
  [['run', 'list', 'x'], /takes no further word/],
  [['run', 'sow', 'x'], /"run sow" is not a command.*did you mean/is],
  [['run', 'cancel'], /needs the id of a run/],
  [['record', 'show', 'https://x/y'], /is not the address of a pull request/],
])('%j is answered with what to do instead', async (words, sentence) => {
  const variables = { PLUMBLINE_DATA_DIR: join(yard.base, 'data') };
  const { status, stderr } = await runCommand(words, { directory: yard.base, variables });
  expect(status).toBe(2);
  expect(stderr).toMatch(sentence);
});

it('where no service runs, that is what is told', async () => {
  const variables = { PLUMBLINE_DATA_DIR: join(yard.base, 'nowhere') };
  const { status, stderr } = await runCommand(['run', 'list'], { directory: yard.base, variables });
  expect(status).toBe(1);
  expect(stderr).toMatch(/no server runs in .*nowhere.*plumbline serve/s);
});
