import type { Environment } from '../environment.js';
import { settingsPage } from './app-pages.js';
import type { GithubReply } from './ask-github.js';
import { type Check, fail, ok, warn } from './check.js';
import { type AppAnswer, hookAnswer } from './github-answers.js';
import { unread } from './unread.js';

const SECRET = 'webhook secret';
const HOOK = 'webhook url';
/** Where the server listens. */
const PATH = '/api/github/webhooks';
const LEAST_SECRET_CHARS = 16;
const NEW_SECRET =
  'make one with `openssl rand -hex 32`, set WEBHOOK_SECRET to it and enter the same on the settings page of the App';

/** Values of examples and defaults: whoever knows one of them can send deliveries in GitHub's name. */
const WELL_KNOWN = new Set(
  (
    'development secret webhook webhooksecret mysecret mywebhooksecret yoursecret yourwebhooksecret supersecret changeme ' +
    'changethis password test testing example default github plumbline 123456 12345678 topsecret webhooksecrethere'
  ).split(' '),
);

export function checkWebhookSecret({ WEBHOOK_SECRET: secret }: Environment): Check {
  if (secret === undefined)
    return fail(SECRET, 'WEBHOOK_SECRET is not set, and serve does not start without it', NEW_SECRET);
  const plain = secret.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (WELL_KNOWN.has(plain))
    return fail(SECRET, 'WEBHOOK_SECRET is a well-known default: anybody can sign deliveries with it', NEW_SECRET);
  if (secret.length < LEAST_SECRET_CHARS) {
    return warn(SECRET, `WEBHOOK_SECRET has only ${secret.length} characters and could be guessed`, NEW_SECRET);
  }
  return ok(SECRET, 'set, and no well-known default');
}

/** Whether GitHub sends deliveries to a place where the server can take them. */
export function checkWebhookUrl(reply: GithubReply, app: AppAnswer, proxyUrl: string | null): Check {
  const page = settingsPage(app);
  const set = `set the webhook URL to https://<your host>${PATH} on ${page}`;
  if (reply.kind === 'answered' && reply.status === 404)
    return fail(HOOK, 'the App has no webhook, so nothing reaches serve', set);
  const parsed = reply.kind === 'answered' ? hookAnswer.safeParse(reply.data) : null;
  if (reply.kind === 'silent' || reply.status !== 200 || !parsed?.success) return unread(HOOK, reply);
  const hook = parsed.data;
  const url = hook.url != null && URL.canParse(hook.url) ? new URL(hook.url) : null;
  if (url === null) return fail(HOOK, 'the App has no webhook URL, so nothing reaches serve', set);
  if (hook.content_type === 'form') {
    return fail(HOOK, 'deliveries are sent as a form, which serve does not take', `choose application/json on ${page}`);
  }
  const doubts = doubtsAbout(url, hook, { page, proxyUrl });
  if (doubts.length === 0) return ok(HOOK, shown(url));
  return warn(HOOK, `${shown(url)}: ${doubts.map(([doubt]) => doubt).join('; ')}`, ...doubts.map(([, step]) => step));
}

type Doubt = readonly [doubt: string, step: string];

function doubtsAbout(
  url: URL,
  hook: { readonly secret?: string | null | undefined; readonly insecure_ssl?: string | number | null | undefined },
  { page, proxyUrl }: { readonly page: string; readonly proxyUrl: string | null },
): readonly Doubt[] {
  const isForwarded = proxyUrl !== null && URL.canParse(proxyUrl);
  const isSameChannel = isForwarded && new URL(proxyUrl).href === url.href;
  const isHere = /^(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(url.hostname);
  const rules: readonly (readonly [boolean, ...Doubt])[] = [
    [
      !hook.secret,
      'GitHub signs nothing, so serve refuses every delivery',
      `enter WEBHOOK_SECRET as the webhook secret on ${page}`,
    ],
    [String(hook.insecure_ssl ?? '0') === '1', 'certificates are not verified', `enable SSL verification on ${page}`],
    [
      isForwarded && !isSameChannel,
      'it is not the channel of WEBHOOK_PROXY_URL',
      `set both to the same channel, here or on ${page}`,
    ],
    [isHere, 'GitHub cannot reach this address', `use a public address, or a smee.io channel as WEBHOOK_PROXY_URL`],
    [url.protocol === 'http:' && !isHere, 'deliveries travel unencrypted', `use https on ${page}`],
    [
      !isForwarded && url.pathname !== PATH,
      `serve listens at ${PATH}`,
      `set the path to ${PATH} on ${page}, unless a proxy before serve rewrites it`,
    ],
  ];
  return rules.filter(([applies]) => applies).map(([, doubt, step]) => [doubt, step]);
}

/** Without user name, password and query: a channel's name is kept, because it is what has to be compared. */
function shown(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
