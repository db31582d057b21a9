import type { DLogger } from '@dbos-inc/dbos-sdk';
import type { Log } from '../../review/index.js';

/** What the engine says of itself goes to our log; its chatter does not. */
export function engineLog(log: Log): DLogger {
  return {
    debug: () => {},
    info: () => {},
    warn: (entry) => log.warn({ reason: wordsOf(entry) }, 'engine'),
    error: (entry) => log.error({ reason: wordsOf(entry) }, 'engine'),
  };
}

function wordsOf(entry: unknown): string {
  return entry instanceof Error ? entry.message : String(entry);
}
