import { randomBytes } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import { Probot, ProbotOctokit, Server } from 'probot';
import { createApp } from './app.js';
import { type AppCredentials, readAppCredentials } from './app-credentials.js';
import { limitBodies } from './body-limit.js';
import { createMemoryRunSlots } from './durable/index.js';
import { ceilingOf, type Environment, githubHostOf } from './environment.js';
import { mintingAtHome, openInstallation } from './installation-client.js';
import { createIntakeWorlds, PROGRESS_INTERVAL_MS } from './intake-worlds.js';
import { openAnalyzers } from './open-analyzers.js';
import { type Inbox, openKeeping } from './open-keeping.js';
import { openModel } from './open-model.js';
import { githubApiUrl, withoutRetries } from './provider/github/index.js';
import { handleIntent, maskSecrets, PlumblineError, RunStopped } from './review/index.js';
import { secretsOf } from './secrets-of.js';
import { systemClock } from './system-clock.js';

/** How long a delivery that is still being sent may take to arrive when the service stops. */
const CLOSE_GRACE_MS = 2_000;

/** How long what runs may take to tell its end when the service stops. */
const STOP_GRACE_MS = 30_000;

/** What Probot and Node say of a port that cannot be had. */
const PORT_PROBLEMS = ['already in use', 'permission denied'];

export type RunningServer = {
  readonly port: number;
  /** Aborted, if ever, when the service cannot go on and should be stopped. */
  readonly lost: AbortSignal;
  /**
   * Take nothing new, stop running reviews (each check says so), and resolve when all have said so, or after half a minute. What
   * GitHub could not take so far is left as it is, and the log says so.
   */
  stop(): Promise<void>;
};

type ServerWorld = {
  readonly fetch: typeof fetch;
  readonly log: Logger;
  /** The environment as it came, for the processes of static checks. */
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/**
 * `plumbline serve`: environment, then the model, then Probot's server with our handlers.
 * Rejects with `environment_invalid` when something is missing, or with the error of a database that is named and cannot be used,
 * before anything listens.
 */
export async function startServer(environment: Environment, world: ServerWorld): Promise<RunningServer> {
  const credentials = readAppCredentials(environment);
  const { log } = world;
  const readers = await openReaders(environment, world);
  const slots = createMemoryRunSlots(environment.PLUMBLINE_CONCURRENCY);
  const keeping = await openKeeping(environment, world);
  const server = createServer(environment, credentials, world);
  const closing = new AbortController();
  let inbox: Inbox | null = null;
  const lost = new AbortController();
  const loading = server.load(async (app) => {
    const worldFor = createIntakeWorlds({
      ...siteOf(environment),
      appId: credentials.appId,
      clientFor: (installationId) => openInstallation(app, installationId, systemClock.now),
      closing: closing.signal,
      logFor: (facts) => log.child(facts),
      ...readers,
      slots,
      ...keeping,
    });
    inbox = await keeping.openInbox({
      handle: (intent, attempt) => handleIntent(intent, worldFor(intent, attempt)),
      onFailure: (intent, error) => logFailure(intent.deliveryId, error, log),
      onLost: () => lost.abort(),
      closing: closing.signal,
    });
    createApp({ queue: inbox, log })(app);
  });
  const listening = loading.then(() => listen(server, environment));
  const http = await listening.catch(async (error: unknown) => {
    await (inbox ?? keeping).close();
    throw error;
  });
  const stop = async () => {
    closing.abort(new RunStopped({ kind: 'shutdown' }));
    slots.stopAll({ kind: 'shutdown' });
    const ended = Promise.all([closeServer(server, http), inbox?.idle()]);
    await withinGrace(
      ended.then(() => inbox?.close()),
      log,
    );
  };
  return { port: server.port, lost: lost.signal, stop };
}

/** Whatever reads changes here. */
async function openReaders(environment: Environment, { fetch, log, variables }: ServerWorld) {
  const analyzers = await openAnalyzers(environment, variables);
  const model = openModel(environment, { fetch, clock: systemClock, log });
  if (model === null) log.warn({}, 'no-model: static checks alone read changes');
  return { analyzers, model };
}

function createServer(
  environment: Environment,
  credentials: AppCredentials,
  world: { readonly fetch: typeof fetch; readonly log: Logger },
): Server {
  return new Server({
    Probot: probotFor(environment, credentials, world),
    log: world.log,
    port: environment.PORT,
    ...(environment.HOST === undefined ? {} : { host: environment.HOST }),
    ...(environment.WEBHOOK_PROXY_URL === undefined ? {} : { webhookProxy: environment.WEBHOOK_PROXY_URL }),
  });
}

async function listen(server: Server, { PORT }: Environment): Promise<HttpServer> {
  const http = (await server.start().catch((error: unknown) => {
    const reason = PORT_PROBLEMS.find((words) => String(error).includes(words));
    if (reason === undefined) throw error;
    throw new PlumblineError('environment_invalid', { problem: `PORT is ${PORT}: ${reason}` }, { cause: error });
  })) as HttpServer;
  limitBodies(http);
  return http;
}

/** Take no new connection, and do not wait for one that never says what it came for. */
async function closeServer(server: Server, http: HttpServer): Promise<void> {
  http.closeIdleConnections();
  const cutOff = setTimeout(() => http.closeAllConnections(), CLOSE_GRACE_MS);
  await server.stop();
  clearTimeout(cutOff);
}

/** A service that is told to stop is killed soon: what hangs until then would only lose the log's last word. */
async function withinGrace(work: Promise<unknown>, log: Logger): Promise<void> {
  const done = new AbortController();
  const grace = systemClock.sleep(STOP_GRACE_MS, done.signal).then(
    () => log.warn({ graceMs: STOP_GRACE_MS }, 'server-stopped-early'),
    () => {},
  );
  await Promise.race([work, grace]);
  done.abort();
}

/** What the end of the process cuts short is no fault. */
function logFailure(deliveryId: string, error: unknown, log: Logger): void {
  const facts = { deliveryId, reason: maskSecrets(String(error)) };
  if (error instanceof RunStopped) log.warn(facts, 'intent-stopped');
  else log.error(facts, 'intent-failed');
}

function probotFor(
  environment: Environment,
  credentials: AppCredentials,
  { fetch, log }: { readonly fetch: typeof globalThis.fetch; readonly log: Logger },
) {
  return Probot.defaults({
    appId: credentials.appId,
    privateKey: credentials.privateKey,
    secret: credentials.webhookSecret,
    // What is retried unseen is not counted and may write twice; reads are retried where they are counted.
    Octokit: ProbotOctokit.defaults((options: object) => mintingAtHome(withoutRetries(options))),
    request: { fetch },
    log,
    ...baseUrlOf(environment),
  });
}

/** What the environment and this machine say of the intake. */
function siteOf(environment: Environment) {
  return {
    host: githubHostOf(environment),
    apiUrl: githubApiUrl(environment),
    ceiling: ceilingOf(environment),
    secrets: secretsOf(environment),
    minProgressIntervalMs: PROGRESS_INTERVAL_MS,
    clock: systemClock,
    newSecret: () => randomBytes(32).toString('hex'),
  };
}

function baseUrlOf(environment: Environment): { baseUrl?: string } {
  const baseUrl = githubApiUrl(environment);
  return baseUrl === null ? {} : { baseUrl };
}
