import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGithubWorld, type GithubWorld } from '../test/support/github-world/index.js';
import { readShop } from './read-shop.js';
import { showCheck } from './show-check.js';
import { AppFailure, namesModel, type RunningApp, startApp } from './start-app.js';

/** This file runs compiled, two folders below the project's root. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REPOSITORY = 'octo/shop';
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 50;

const say = (line: string) => process.stderr.write(`${line}\n`);

const NEXT = `Now your own repository: npm run plumbline -- review commit HEAD --no-model --repo <dir>
With a model: set PLUMBLINE_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL; npm run plumbline -- doctor tells what is missing.
`;

/** A GitHub on this machine with one pull request, the real App on it, and `/review` asked by a maintainer. */
async function demo(signal: AbortSignal): Promise<void> {
  const world = await createGithubWorld();
  try {
    say(`1. a GitHub of its own, with a pull request in ${REPOSITORY}`);
    const pull = await openPullRequest(world);
    say(
      `2. the App: plumbline serve, ${namesModel(process.env) ? 'with your model' : 'without a model: static checks alone'}`,
    );
    const app = await startApp({ program: join(ROOT, 'dist', 'bin.js'), variables: appVariables(world), signal });
    try {
      say('3. ada, a maintainer, comments /review');
      await world.deliver(app.url, pull.asksForReview());
      say('');
      const check = await completed(world, pull.headSha, app, signal);
      const width = Math.min(process.stdout.columns ?? 100, 110);
      process.stdout.write(`${showCheck(check, { width, useColor: usesColor() })}\n${NEXT}`);
    } finally {
      await app.stop();
    }
  } finally {
    await world.close();
  }
}

async function openPullRequest(world: GithubWorld) {
  const folder = join(ROOT, 'demo', 'shop');
  const shop = await world.createRepository(REPOSITORY);
  await shop.commit('main', readShop(folder, 'base'));
  await shop.commit('retry', readShop(folder, 'head'));
  const { headSha, number } = await shop.openPullRequest({ head: 'retry', author: 'ada' });
  world.setPermission(REPOSITORY, 'ada', 'write');
  return {
    headSha,
    asksForReview: () => {
      const comment = shop.comment(number, { body: '/review', author: 'ada' });
      return world.delivery('issue_comment', 'created', { repository: REPOSITORY, comment: comment.id });
    },
  };
}

function appVariables(world: GithubWorld): Readonly<Record<string, string>> {
  return {
    APP_ID: String(world.app.id),
    PRIVATE_KEY: world.app.privateKey,
    WEBHOOK_SECRET: world.app.webhookSecret,
    GHE_HOST: new URL(world.url).host,
    GHE_PROTOCOL: 'http',
  };
}

async function completed(world: GithubWorld, headSha: string, app: RunningApp, signal: AbortSignal) {
  const endMs = Date.now() + PATIENCE_MS;
  for (;;) {
    signal.throwIfAborted();
    const check = world.checkRuns(REPOSITORY, { headSha }).find(({ status }) => status === 'completed');
    if (check !== undefined) return check;
    if (app.hasEnded()) throw new AppFailure('the App ended before the check run was completed', app.logEnd());
    if (Date.now() > endMs) throw new AppFailure('the check run was not completed in time', app.logEnd());
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function usesColor(): boolean {
  return process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
}

/** Ctrl-C is kept until the App and the GitHub are gone. */
async function main(): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  try {
    await demo(stop.signal);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) {
      say('stopped; nothing is left behind');
      return 130;
    }
    say(`error: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof AppFailure) say(`the App's own log ends with:\n${error.logEnd}`);
    return 1;
  }
}

process.exitCode = await main();
