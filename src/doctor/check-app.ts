import type { KeyObject } from 'node:crypto';
import { readPrivateKey } from '../app-credentials.js';
import { type Environment, githubHostOf } from '../environment.js';
import { parseAppKey, signAppToken } from './app-key.js';
import { type AskGithub, createAskGithub, type GithubReply, messageOf } from './ask-github.js';
import { type Check, fail, ok, skip } from './check.js';
import { checkDeliveries } from './check-deliveries.js';
import { checkEvents, checkPermissions } from './check-grants.js';
import { checkInstallations } from './check-installations.js';
import { checkWebhookSecret, checkWebhookUrl } from './check-webhook.js';
import type { DoctorWorld } from './doctor-world.js';
import { type AppAnswer, appAnswer } from './github-answers.js';

const CREDENTIALS = 'app credentials';
/** Checks that need GitHub to know the App, in the order of the report. */
const ASKED = ['app permissions', 'app events', 'app installations', 'webhook url', 'webhook deliveries'] as const;
const DELIVERIES_LOOKED_AT = 50;

/** Everything `serve` needs of the GitHub App. */
export async function checkApp(world: DoctorWorld): Promise<readonly Check[]> {
  const { environment } = world;
  if (environment.APP_ID === undefined) {
    return [CREDENTIALS, 'webhook secret', ...ASKED].map((name) =>
      skip(name, 'APP_ID is not set; only needed for serve'),
    );
  }
  const secret = checkWebhookSecret(environment);
  const credentials = readCredentials(environment);
  if ('failure' in credentials) {
    return [
      credentials.failure,
      secret,
      ...ASKED.map((name) => skip(name, 'cannot be asked without the App’s credentials')),
    ];
  }
  const token = signAppToken(credentials.appId, credentials.key, world.clock.now());
  const [app, ...rest] = await askAll(createAskGithub(world, token));
  const known = readApp(app, world);
  if ('failure' in known) {
    return [known.failure, secret, ...ASKED.map((name) => skip(name, 'GitHub did not take the App’s credentials'))];
  }
  const [hook, deliveries, installations] = rest;
  const accepted = ok(
    CREDENTIALS,
    `App ${credentials.appId} "${known.app.slug}" at ${githubHostOf(world.environment)}, key accepted`,
  );
  return [
    accepted,
    secret,
    checkPermissions(known.app),
    checkEvents(known.app),
    checkInstallations(installations, known.app),
    checkWebhookUrl(hook, known.app, environment.WEBHOOK_PROXY_URL ?? null),
    checkDeliveries(deliveries),
  ];
}

function askAll(ask: AskGithub): Promise<readonly [GithubReply, GithubReply, GithubReply, GithubReply]> {
  return Promise.all([
    ask('GET /app'),
    ask('GET /app/hook/config'),
    ask('GET /app/hook/deliveries', { per_page: DELIVERIES_LOOKED_AT }),
    ask('GET /app/installations', { per_page: 100 }),
  ]);
}

function readCredentials(
  environment: Environment,
): { readonly appId: number; readonly key: KeyObject } | { readonly failure: Check } {
  const { APP_ID: appId = '' } = environment;
  if (!/^\d+$/.test(appId)) {
    const step = 'set APP_ID to the number under "App ID" on the settings page of the App';
    return { failure: fail(CREDENTIALS, 'APP_ID is not the number of a GitHub App', step) };
  }
  const reading = readPrivateKey(environment);
  if (reading.problem !== null) return { failure: fail(CREDENTIALS, reading.problem, stepForKey(environment)) };
  const key = parseAppKey(reading.privateKey);
  const name = environment.PRIVATE_KEY === undefined ? 'PRIVATE_KEY_PATH' : 'PRIVATE_KEY';
  if (key === null) return { failure: fail(CREDENTIALS, `${name} holds no private RSA key`, stepForKey(environment)) };
  return { appId: Number(appId), key };
}

function stepForKey({ PRIVATE_KEY: key, PRIVATE_KEY_PATH: path }: Environment): string {
  const generate = 'generate a private key on the settings page of the App';
  if (key !== undefined)
    return `${generate} and set PRIVATE_KEY to the whole text of the .pem file, or to base64 of it`;
  return path === undefined
    ? `${generate} and set PRIVATE_KEY_PATH to the .pem file`
    : 'set PRIVATE_KEY_PATH to the .pem file that GitHub made for this App';
}

function readApp(reply: GithubReply, world: DoctorWorld): { readonly app: AppAnswer } | { readonly failure: Check } {
  const host = githubHostOf(world.environment);
  if (reply.kind === 'silent') {
    return { failure: fail(CREDENTIALS, `${host}: ${reply.reason}`, 'check the network, HTTPS_PROXY and GHE_HOST') };
  }
  const parsed = appAnswer.safeParse(reply.data);
  if (reply.status === 200 && parsed.success) return { app: parsed.data };
  const found = `${host} answered ${reply.status} to GET /app: ${messageOf(reply.data) || 'nothing readable'}`;
  return { failure: fail(CREDENTIALS, found, stepFor(reply.status, messageOf(reply.data), world.environment)) };
}

function stepFor(status: number, message: string, { APP_ID: appId }: Environment): string {
  if (/\b(?:exp|iat)\b/.test(message)) return 'set the clock of this machine: GitHub’s differs by more than a minute';
  if (status === 401 || status === 404) {
    return `check that the private key was made for App ${appId}, or generate a new one on its settings page`;
  }
  return 'run `plumbline doctor` again later; if it stays, check GHE_HOST';
}
