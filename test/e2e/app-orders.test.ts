import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callsTool, submitsReview, waitsFor } from '../support/model-stand-in/index.js';
import { openScene, type Scene, until } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(async () => {
  await scene.close();
});

/** A review whose second model request waits for ever. */
async function aHeldReview() {
  const seen = scene.model.requests.length;
  const looks = callsTool('get_file_diff', { path: 'src/charge.ts', cursor: null });
  scene.model.respondWith(() =>
    scene.model.requests.length === seen + 1 ? looks : waitsFor(new Promise(() => {}), submitsReview()),
  );
  const pull = await scene.openPullRequest();
  await pull.comments('/review');
  await until(() => scene.model.requests.length === seen + 2);
  scene.model.respondWith(() => submitsReview());
  return { ...pull, asked: () => scene.model.requests.length - seen };
}

type Pull = Awaited<ReturnType<typeof aHeldReview>>;

async function press({ checks, shop }: Pull, identifier: string, sender = 'ada') {
  const about = { repository: shop.fullName, checkRun: checks()[0]?.id ?? 0, sender, requestedAction: identifier };
  const delivery = scene.world.delivery('check_run', 'requested_action', about);
  expect((await scene.world.deliver(scene.app.url, delivery)).status).toBe(200);
}

it('a review that is paused by its button and continued by a comment ends in the same check, and pays nothing twice', async () => {
  const pull = await aHeldReview();
  expect(pull.checks()[0]?.actions.map(({ label }) => label)).toEqual(['Pause', 'Cancel']);
  await press(pull, 'pause');
  await until(() => pull.checks()[0]?.title?.startsWith('Paused by ada'));
  expect(pull.checks()).toMatchObject([{ status: 'in_progress' }]);
  expect(pull.checks()[0]?.actions.map(({ label }) => label)).toEqual(['Continue', 'Cancel']);
  await pull.comments('/review continue');
  expect(await pull.completedCheck()).toMatchObject({ conclusion: 'success' });
  expect(pull.checks()).toHaveLength(1);
  expect(pull.checks()[0]?.actions.map(({ label }) => label)).toEqual(['Review again']);
  expect(pull.asked()).toBe(3);
});

it('a review that is cancelled says by whom, and a button reviews the change again', async () => {
  const pull = await aHeldReview();
  await pull.comments('/review cancel');
  expect(await pull.completedCheck()).toMatchObject({ conclusion: 'cancelled', title: 'Cancelled by ada' });
  await press(pull, 'review');
  await until(() => pull.checks().some(({ conclusion }) => conclusion === 'success'));
  expect(pull.checks()).toHaveLength(2);
});

it('a button pressed by somebody who may not command does nothing', async () => {
  const pull = await aHeldReview();
  await press(pull, 'cancel', 'mallory');
  await until(() => scene.app.logs().includes('command-refused'));
  expect(pull.checks()).toMatchObject([{ status: 'in_progress' }]);
  await pull.comments('/review cancel');
  await pull.completedCheck();
});
