import { isGranted, NEEDED_PERMISSIONS } from './app-needs.js';
import { installPage } from './app-pages.js';
import type { GithubReply } from './ask-github.js';
import { type Check, ok, warn } from './check.js';
import { type AppAnswer, installationsAnswer } from './github-answers.js';
import { unread } from './unread.js';

const NAME = 'app installations';
const PAGE_SIZE = 100;
const NAMED = 5;

/** Where the App is installed, and whether each place has accepted what the App asks for. */
export function checkInstallations(reply: GithubReply, app: AppAnswer): Check {
  const parsed = reply.kind === 'answered' ? installationsAnswer.safeParse(reply.data) : null;
  if (reply.kind === 'silent' || reply.status !== 200 || !parsed?.success) return unread(NAME, reply);
  const installations = parsed.data;
  if (installations.length === 0) return warn(NAME, 'it is installed nowhere', `install it: ${installPage(app)}`);
  const count = `${installations.length}${installations.length === PAGE_SIZE ? ' or more' : ''}`;
  const suspended = installations.filter((one) => one.suspended_at != null);
  const waiting = installations.filter((one) =>
    NEEDED_PERMISSIONS.some((need) => isGranted(app.permissions, need) && !isGranted(one.permissions, need)),
  );
  const parts = [
    ...(suspended.length > 0 ? [`suspended: ${namesOf(suspended)}`] : []),
    ...(waiting.length > 0 ? [`have not accepted all permissions: ${namesOf(waiting)}`] : []),
  ];
  if (parts.length === 0) return ok(NAME, `${count}: ${namesOf(installations)}`);
  const step = 'ask an owner there to accept the permissions, or to unsuspend the App (Settings, GitHub Apps)';
  return warn(NAME, `${count}; ${parts.join('; ')}`, step);
}

function namesOf(
  installations: readonly { readonly account?: { login?: string | null | undefined } | null | undefined }[],
): string {
  const names = installations.slice(0, NAMED).map(({ account }) => account?.login ?? 'one account');
  return installations.length > NAMED
    ? `${names.join(', ')} and ${installations.length - NAMED} more`
    : names.join(', ');
}
