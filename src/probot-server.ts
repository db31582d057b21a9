import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import { Probot, ProbotOctokit, Server } from 'probot';
import type { AppCredentials } from './app-credentials.js';
import { limitBodies } from './body-limit.js';
import type { Environment } from './environment.js';
import { mintingAtHome } from './installation-client.js';
import { githubApiUrl, withoutRetries } from './provider/github/index.js';
import { PlumblineError } from './review/index.js';

/** How long a delivery that is still being sent may take to arrive when the service stops. */
const CLOSE_GRACE_MS = 2_000;

/** What Probot and Node say of a port that cannot be had. */
const PORT_PROBLEMS = ['already in use', 'permission denied'];

type ProbotWorld = { readonly fetch: typeof fetch; readonly log: Logger };

/** Probot's server, that does not listen yet. */
export function createServer(environment: Environment, credentials: AppCredentials, world: ProbotWorld): Server {
  return new Server({
    Probot: probotFor(environment, credentials, world),
    log: world.log,
    // The server hands this on to its Probot, in the place of what that was given.
    request: { fetch: world.fetch },
    port: environment.PORT,
    ...(environment.HOST === undefined ? {} : { host: environment.HOST }),
    ...(environment.WEBHOOK_PROXY_URL === undefined ? {} : { webhookProxy: environment.WEBHOOK_PROXY_URL }),
  });
}

/** Listen, to bodies of bounded size. Rejects with `environment_invalid` when the port cannot be had. */
export async function listen(server: Server, { PORT }: Environment): Promise<HttpServer> {
  const http = (await server.start().catch((error: unknown) => {
    const reason = PORT_PROBLEMS.find((words) => String(error).includes(words));
    if (reason === undefined) throw error;
    throw new PlumblineError('environment_invalid', { problem: `PORT is ${PORT}: ${reason}` }, { cause: error });
  })) as HttpServer;
  limitBodies(http);
  return http;
}

/** Take no new connection, and do not wait for one that never says what it came for. */
export async function closeServer(server: Server, http: HttpServer): Promise<void> {
  http.closeIdleConnections();
  const cutOff = setTimeout(() => http.closeAllConnections(), CLOSE_GRACE_MS);
  await server.stop();
  clearTimeout(cutOff);
}

function probotFor(environment: Environment, credentials: AppCredentials, { fetch, log }: ProbotWorld) {
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

function baseUrlOf(environment: Environment): { baseUrl?: string } {
  const baseUrl = githubApiUrl(environment);
  return baseUrl === null ? {} : { baseUrl };
}
