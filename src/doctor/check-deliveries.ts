import type { GithubReply } from './ask-github.js';
import { type Check, fail, ok, warn } from './check.js';
import { type DeliveryAnswer, deliveriesAnswer } from './github-answers.js';
import { unread } from './unread.js';

const NAME = 'webhook deliveries';

/** Whether the newest deliveries came through. One that failed and was delivered again later has come through. */
export function checkDeliveries(reply: GithubReply): Check {
  const parsed = reply.kind === 'answered' ? deliveriesAnswer.safeParse(reply.data) : null;
  if (reply.kind === 'silent' || reply.status !== 200 || !parsed?.success) return unread(NAME, reply);
  const newest = newestTries(parsed.data);
  const [latest] = newest;
  if (latest === undefined) return ok(NAME, 'none yet');
  const failed = newest.filter(isFailed);
  const [latestFailed] = failed;
  if (latestFailed === undefined) return ok(NAME, `the newest ${newest.length} came through`);
  const found = `${failed.length} of the newest ${newest.length} failed; the last of them: ${describe(latestFailed)}`;
  return (isFailed(latest) ? fail : warn)(NAME, found, stepFor(latestFailed));
}

/** Each delivery by its last try, newest first. */
function newestTries(deliveries: readonly DeliveryAnswer[]): readonly DeliveryAnswer[] {
  const sorted = [...deliveries].sort((one, other) => Date.parse(other.delivered_at) - Date.parse(one.delivered_at));
  const seen = new Map<string, DeliveryAnswer>();
  for (const delivery of sorted) if (!seen.has(delivery.guid)) seen.set(delivery.guid, delivery);
  return [...seen.values()];
}

function isFailed({ status_code: status }: DeliveryAnswer): boolean {
  return status < 200 || status >= 300;
}

function describe({ action, delivered_at: at, event, status, status_code: code }: DeliveryAnswer): string {
  return `${event}${action == null ? '' : `.${action}`} at ${at}, ${code === 0 ? '' : `${code} `}${status}`;
}

function stepFor({ status_code: code }: DeliveryAnswer): string {
  const again = 'then redeliver from the App’s settings page (Advanced, Recent Deliveries)';
  if (code === 400 || code === 401 || code === 403) {
    return `set WEBHOOK_SECRET to the webhook secret on the App’s settings page, ${again}`;
  }
  if (code === 404 || code === 405) return `correct the path of the webhook URL, ${again}`;
  if (code === 415) return `choose application/json on the App’s settings page, ${again}`;
  return `check that \`plumbline serve\` runs and is reachable from GitHub under the webhook URL, ${again}`;
}
