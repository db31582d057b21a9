import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { namesModel, startApp } from '../../demo/start-app.js';
import { createGithubWorld, type GithubWorld } from '../support/github-world/index.js';

const PROGRAM = join(process.cwd(), 'dist', 'bin.js');

let scratchParent: string;
let world: GithubWorld;
beforeEach(async () => {
  scratchParent = mkdtempSync(join(tmpdir(), 'plumbline-demo-test-'));
  world = await createGithubWorld();
});
afterEach(async () => {
  rmSync(scratchParent, { recursive: true, force: true });
  await world.close();
});

function start(signal: AbortSignal, more: Readonly<Record<string, string>> = {}) {
  const { id, privateKey, webhookSecret } = world.app;
  const app = { APP_ID: String(id), PRIVATE_KEY: privateKey, WEBHOOK_SECRET: webhookSecret };
  const github = { GHE_HOST: new URL(world.url).host, GHE_PROTOCOL: 'http' };
  return startApp({ program: PROGRAM, variables: { ...app, ...github, ...more }, signal, scratchParent });
}

describe('the App of the demo', () => {
  it('runs until it is stopped, and leaves nothing behind', async () => {
    const app = await start(new AbortController().signal);
    expect([app.hasEnded(), app.logEnd()]).toEqual([false, expect.stringContaining('server-started')]);
    await app.stop();
    expect([app.hasEnded(), readdirSync(scratchParent)]).toEqual([true, []]);
  });

  it('that does not start says what it said last, and leaves nothing behind', async () => {
    await expect(start(new AbortController().signal, { WEBHOOK_SECRET: '' })).rejects.toMatchObject({
      message: 'the App did not start',
      logEnd: expect.stringContaining('WEBHOOK_SECRET'),
    });
    expect(readdirSync(scratchParent)).toEqual([]);
  });

  it('that is interrupted while it starts leaves nothing behind', async () => {
    const stop = new AbortController();
    const starting = start(stop.signal);
    setTimeout(() => stop.abort(), 20);
    await expect(starting).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(scratchParent)).toEqual([]);
  });
});

describe('the model of the demo', () => {
  it.each([
    [{ OPENAI_API_KEY: 'k' }, false],
    [{ PLUMBLINE_MODEL: 'm' }, false],
    [{ PLUMBLINE_MODEL: ' ', OPENAI_API_KEY: 'k' }, false],
    [{ PLUMBLINE_MODEL: 'm', OPENAI_API_KEY: 'k' }, true],
    [{ PLUMBLINE_MODEL: 'm', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }, true],
  ])('with %j is there: %j', (variables, expected) => {
    expect(namesModel(variables)).toBe(expected);
  });
});
