import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import { Probot, ProbotOctokit, Server } from 'probot';
import { createApp } from './app.js';
import { readAppCredentials } from './app-credentials.js';
import { limitBodies } from './body-limit.js';
import { createMemoryIntentQueue, createMemoryRunSlots } from './durable/index.js';
import type { Environment } from './environment.js';
import { createIntakeWorlds } from './intake-worlds.js';
import { openModel } from './open-model.js';
import { githubApiUrl, withoutRetries } from './provider/github/index.js';
import { handleIntent, maskSecrets } from './review/index.js';
import { systemClock } from './system-clock.js';

export type RunningServer = {
  readonly port: number;
  /** Take nothing new, stop running reviews (each check says so), and resolve when all have said so. */
  stop(): Promise<void>;
};

/**
 * `plumbline serve`: environment, then the model, then Probot's server with our handlers.
 * Rejects with `environment_invalid` when something is missing, before anything listens.
 */
export async function startServer(
  environment: Environment,
  world: { readonly fetch: typeof fetch; readonly log: Logger },
): Promise<RunningServer> {
  const credentials = readAppCredentials(environment);
  const { fetch, log } = world;
  const model = openModel(environment, { fetch, clock: systemClock, log });
  const slots = createMemoryRunSlots(environment.PLUMBLINE_CONCURRENCY);
  const ProbotWithDefaults = Probot.defaults({
    appId: credentials.appId,
    privateKey: credentials.privateKey,
    secret: credentials.webhookSecret,
    // What is retried unseen is not counted and may write twice; reads are retried where they are counted.
    Octokit: ProbotOctokit.defaults(withoutRetries),
    request: { fetch },
    log,
    ...baseUrlOf(environment),
  });
  const server = new Server({
    Probot: ProbotWithDefaults,
    log,
    port: environment.PORT,
    ...(environment.HOST === undefined ? {} : { host: environment.HOST }),
    ...(environment.WEBHOOK_PROXY_URL === undefined ? {} : { webhookProxy: environment.WEBHOOK_PROXY_URL }),
  });
  let inbox: ReturnType<typeof createMemoryIntentQueue> | null = null;
  await server.load((app) => {
    const worldFor = createIntakeWorlds({ environment, probot: app, model, slots, log });
    inbox = createMemoryIntentQueue(
      async (intent) => handleIntent(intent, await worldFor(intent)),
      (intent, error) =>
        log.error({ deliveryId: intent.deliveryId, reason: maskSecrets(String(error)) }, 'intent-failed'),
    );
    createApp({ queue: inbox, log })(app);
  });
  const http = (await server.start()) as HttpServer;
  limitBodies(http);
  return {
    port: server.port,
    stop: async () => {
      slots.stopAll({ kind: 'shutdown' });
      http.closeIdleConnections();
      await server.stop();
      await inbox?.idle();
    },
  };
}

function baseUrlOf(environment: Environment): { baseUrl?: string } {
  const baseUrl = githubApiUrl(environment);
  return baseUrl === null ? {} : { baseUrl };
}
