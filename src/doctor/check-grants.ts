import { subscribedEvents } from '../handlers/index.js';
import { isGranted, isVitalLoss, NEEDED_PERMISSIONS, WITHOUT_EVENT } from './app-needs.js';
import { settingsPage } from './app-pages.js';
import { type Check, fail, ok, warn } from './check.js';
import type { AppAnswer } from './github-answers.js';

const NEEDED_EVENTS = subscribedEvents();

/** Compare what the App may do with what it needs. */
export function checkPermissions(app: AppAnswer): Check {
  const name = 'app permissions';
  const missing = NEEDED_PERMISSIONS.filter((need) => !isGranted(app.permissions, need));
  if (missing.length === 0) return ok(name, `all ${NEEDED_PERMISSIONS.length} granted${surplusOf(app)}`);
  const found = missing.map(
    ({ name: permission, access, without }) => `${permission}: ${access} is missing, ${without}`,
  );
  const step = `grant ${missing.map(({ name: permission, access }) => `${permission}: ${access}`).join(', ')} on ${settingsPage(app, '/permissions')}, then accept it on each installation`;
  const isVital = missing.some((need) => isVitalLoss(app.permissions, need));
  return (isVital ? fail : warn)(name, found.join('; '), step);
}

/** Rights that are held and never used, so that they can be taken away. */
function surplusOf({ permissions }: AppAnswer): string {
  const more = Object.entries(permissions).filter(([name, access]) => {
    const need = NEEDED_PERMISSIONS.find((one) => one.name === name);
    return need === undefined || (need.access === 'read' && access !== 'read');
  });
  if (more.length === 0) return '';
  return `; never used and may be taken away: ${more.map(([name, access]) => `${name}: ${access}`).join(', ')}`;
}

/** Compare what the App listens to with what is handled. */
export function checkEvents(app: AppAnswer): Check {
  const name = 'app events';
  const missing = NEEDED_EVENTS.filter((event) => !app.events.includes(event));
  if (missing.length === 0) return ok(name, `all ${NEEDED_EVENTS.length} subscribed`);
  const found = missing.map((event) => `${event} is missing, ${WITHOUT_EVENT[event] ?? 'it is not handled'}`);
  const step = `subscribe to ${missing.join(', ')} on ${settingsPage(app, '/permissions')}`;
  const startsNothing = missing.includes('pull_request') && missing.includes('issue_comment');
  return (startsNothing ? fail : warn)(name, found.join('; '), step);
}
