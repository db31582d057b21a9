import { randomBytes } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { Server } from 'probot';
import { createApp } from './app.js';
import { readAppCredentials } from './app-credentials.js';
import { createMemoryRunSlots, type GivenUpReason } from './durable/index.js';
import { ceilingOf, type Environment, githubHostOf } from './environment.js';
import { fenceWrites } from './fence-writes.js';
import { countEvents, createHealthRoutes, createServiceMetrics, watchGithubLimit } from './health/index.js';
import { openInstallation } from './installation-client.js';
import { type Attempt, createIntakeWorlds, PROGRESS_INTERVAL_MS } from './intake-worlds.js';
import { openAnalyzers } from './open-analyzers.js';
import { type Inbox, openKeeping } from './open-keeping.js';
import { openModel } from './open-model.js';
import { closeServer, createServer, listen } from './probot-server.js';
import { githubApiUrl } from './provider/github/index.js';
import {
  eraseKept,
  handleIntent,
  type Intent,
  maskSecrets,
  type RecordStore,
  RunStopped,
  tellGivenUp,
} from './review/index.js';
import { secretsOf } from './secrets-of.js';
import { systemClock } from './system-clock.js';

/** How long what runs may take to tell its end when the service stops. */
const STOP_GRACE_MS = 30_000;

export type RunningServer = {
  readonly port: number;
  /** Aborted, if ever, when the service cannot go on and should be stopped. */
  readonly lost: AbortSignal;
  /**
   * Take nothing new, stop running reviews, and resolve when all have stopped, or after half a minute. With a database they are left
   * in progress for another process; without one each check says that it was stopped. What GitHub could not take so far is left as
   * it is, and the log says so.
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
  const metrics = createServiceMetrics();
  const log = countEvents(world.log, metrics);
  const readers = await openReaders(environment, { ...world, log });
  const keeping = await openKeeping(environment, { ...world, log });
  const slots = keeping.shareSlots(createMemoryRunSlots(environment.PLUMBLINE_CONCURRENCY));
  const closing = new AbortController();
  const mayWrite = () => keeping.whenHeld(closing.signal);
  const fetch = watchGithubLimit(fenceWrites(world.fetch, mayWrite), metrics);
  const server = createServer(environment, credentials, { fetch, log: world.log });
  const lost = new AbortController();
  let inbox: Inbox | null = null;
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
      ...handlingOf(worldFor, keeping.records, log),
      onLost: () => lost.abort(),
      closing: closing.signal,
    });
    createApp({ queue: inbox, log })(app);
  });
  const isOpen = () => inbox !== null && !closing.signal.aborted && !lost.signal.aborted;
  server.addHandler(createHealthRoutes({ askDatabase: keeping.askDatabase, isOpen, runs: slots.counts, metrics }));
  const http = await loading
    .then(() => listen(server, environment))
    .catch(async (error: unknown) => {
      await (inbox ?? keeping).close();
      throw error;
    });
  const stop = () => stopServer({ server, http, inbox, closing, slots, log });
  return { port: server.port, lost: lost.signal, stop };
}

/** What is done with a delivery, and what when that cannot be done. */
function handlingOf(worldFor: ReturnType<typeof createIntakeWorlds>, records: RecordStore, log: Logger) {
  return {
    handle: (intent: Intent, attempt: Attempt) =>
      intent.kind === 'erase' ? eraseKept(intent, { records, log }) : handleIntent(intent, worldFor(intent, attempt)),
    onGivenUp: async (intent: Intent, reason: GivenUpReason) => {
      if (intent.kind !== 'erase') await tellGivenUp(intent, reason, worldFor(intent, { hasFailedBefore: true }));
    },
    onFailure: (intent: Intent, error: unknown) => logFailure(intent.deliveryId, error, log),
  };
}

async function stopServer(running: {
  readonly server: Server;
  readonly http: HttpServer;
  readonly inbox: Inbox | null;
  readonly closing: AbortController;
  readonly slots: ReturnType<typeof createMemoryRunSlots>;
  readonly log: Logger;
}): Promise<void> {
  const { closing, http, inbox, log, server, slots } = running;
  closing.abort(new RunStopped({ kind: 'shutdown' }));
  slots.stopAll({ kind: 'shutdown' });
  const ended = Promise.all([closeServer(server, http), inbox?.idle()]);
  await withinGrace(
    ended.then(() => inbox?.close()),
    log,
  );
}

/** Whatever reads changes here. */
async function openReaders(environment: Environment, { fetch, log, variables }: ServerWorld) {
  const analyzers = await openAnalyzers(environment, variables);
  const model = openModel(environment, { fetch, clock: systemClock, log });
  if (model === null) log.warn({}, 'no-model: static checks alone read changes');
  return { analyzers, model };
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
