import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { submitsReview, waitsFor } from '../support/model-stand-in/index.js';
import { openScene, type Scene, until } from '../support/scene.js';

let scratch: string;
let scene: Scene;
beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'plumbline-stop-'));
  scene = await openScene({ TMPDIR: scratch, PLUMBLINE_ANALYZERS: 'oxlint' });
});
afterEach(async () => {
  await scene.close();
  rmSync(scratch, { recursive: true });
});

it('SIGTERM while a static check runs ends the check of GitHub and leaves no folder', async () => {
  const { checks, comments } = await scene.openPullRequest();
  await comments('/review');
  await until(() => readdirSync(scratch).length > 0);
  expect(await scene.app.stop()).toBe(0);
  expect(checks()).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }]);
  expect(readdirSync(scratch)).toEqual([]);
});

it('SIGTERM does not wait for a delivery that never arrives', async () => {
  const { hostname, port } = new URL(scene.app.url);
  const half = connect(Number(port), hostname);
  half.on('error', () => {});
  half.write('POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{');
  await until(() => !half.connecting);
  const startedMs = Date.now();
  expect(await scene.app.stop()).toBe(0);
  expect(Date.now() - startedMs).toBeLessThan(15_000);
});

it('a second SIGTERM ends at once what still waits for GitHub', async () => {
  const seen = scene.model.requests.length;
  scene.model.respondWith(() => waitsFor(new Promise(() => {}), submitsReview()));
  const { comments } = await scene.openPullRequest();
  await comments('/review');
  await until(() => scene.model.requests.length > seen);
  scene.world.faults.on({ path: /check-runs\/\d+$/, method: 'PATCH', times: 100 }, { hang: true });
  const ended = scene.app.stop();
  await until(() => scene.app.logs().includes('server-stopping'));
  await scene.app.stop();
  expect(await ended).toBe(143);
});
