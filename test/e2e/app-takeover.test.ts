import { afterAll, beforeAll, expect } from '@jest/globals';
import { createDatabaseYard, databaseUrl } from '../support/embedded-database.js';
import { itInLongMode } from '../support/long-mode.js';
import { submitsReview, waitsFor } from '../support/model-stand-in/index.js';
import { openScene, type Scene, until } from '../support/scene.js';

/** A process is put out when it has not beaten for ten seconds. */
const FROZEN_LIMIT_MS = 25_000;

let yard: Awaited<ReturnType<typeof createDatabaseYard>>;
let server: Awaited<ReturnType<typeof yard.start>>;
let scene: Scene;
beforeAll(async () => {
  yard = await createDatabaseYard();
  server = await yard.start(`${yard.base}/data`);
  scene = await openScene({ DATABASE_URL: databaseUrl(server) });
});
afterAll(async () => {
  await scene.close();
  await server.stop();
  yard.clear();
});

/** A review that has asked the model and hears nothing; the next one that asks is answered. */
async function openHangingReview() {
  const seen = scene.model.requests.length;
  let answer = () => {};
  const heard = new Promise<void>((resolve) => {
    answer = resolve;
  });
  scene.model.respondWith(() => waitsFor(heard, submitsReview()));
  const opened = await scene.openPullRequest();
  await opened.comments('/review');
  await until(() => scene.model.requests.length > seen);
  scene.model.respondWith(() => submitsReview());
  return { ...opened, answer };
}

itInLongMode(
  'a review whose process is killed is finished by another one that lives, in the same check',
  async () => {
    const living = await scene.startAnother();
    const { checks, completedCheck } = await openHangingReview();
    await scene.app.kill();
    expect(await completedCheck()).toMatchObject({ conclusion: 'success' });
    expect(checks()).toHaveLength(1);
    expect(living.logs()).toContain('delivery-taken-up-again');
    await scene.restart();
  },
  40_000,
);

itInLongMode(
  'a process that wakes after others took its review over ends itself',
  async () => {
    const { answer, checks, completedCheck } = await openHangingReview();
    scene.app.signal('SIGSTOP');
    await until(
      () => checks()[0]?.status === 'completed',
      () => 'never completed',
      FROZEN_LIMIT_MS,
    );
    expect(await completedCheck()).toMatchObject({ conclusion: 'success' });
    const written = checks()[0]?.history.length;
    answer();
    scene.app.signal('SIGCONT');
    expect(await scene.app.ended).toBe(1);
    expect(checks()[0]?.history).toHaveLength(written ?? 0);
    expect(scene.app.logs()).toContain('database-lost');
    expect(checks()).toHaveLength(1);
  },
  60_000,
);
