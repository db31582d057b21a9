import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Pool } from 'pg';
import type { Log } from '../../review/index.js';
import { forgetTakeovers } from './takeover-tally.js';

/** GitHub redelivers within three days; what ended longer ago can no longer be sent twice. */
const KEPT_MS = 7 * 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
const AT_ONCE = 1_000;

/** Now and every hour, delete the deliveries that ended a week ago. Gives what ends that. Failures are told to the log alone. */
export function forgetEnded(pool: Pool, log: Log): () => void {
  const look = () =>
    forget(Date.now() - KEPT_MS)
      .then(() => forgetTakeovers(pool))
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'ended-not-forgotten'));
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

async function forget(beforeMs: number): Promise<void> {
  const completedBefore = new Date(beforeMs).toISOString();
  for (;;) {
    const ended = await DBOS.listWorkflows({ completedBefore, limit: AT_ONCE, loadInput: false, loadOutput: false });
    if (ended.length === 0) return;
    await DBOS.deleteWorkflows(ended.map(({ workflowID }) => workflowID));
  }
}
