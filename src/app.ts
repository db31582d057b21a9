import type { Probot } from 'probot';
import { refuseOddDeliveries, registerHandlers } from './handlers/index.js';
import type { IntentQueue, Log } from './review/index.js';

/** The Probot application: listens to every handled event and keeps what it asks for. It decides nothing. */
export function createApp(inbox: { readonly queue: IntentQueue; readonly log: Log }): (app: Probot) => void {
  return (app) => {
    refuseOddDeliveries(app.webhooks);
    registerHandlers(app, inbox);
  };
}
