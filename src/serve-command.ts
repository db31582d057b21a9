import { pino } from 'pino';
import type { CommandCall } from './command-call.js';
import { maskSecrets, PlumblineError } from './review/index.js';
import { secretsOf } from './secrets-of.js';
import { startServer } from './server.js';
import { createFetch } from './system-fetch.js';

const LOST = 1;

/** `plumbline serve`: serve until told to stop, or until the database gives this process up (status 1). */
export async function serveCommand(
  words: readonly string[],
  { environment, streams, variables }: CommandCall,
): Promise<number> {
  if (words.length > 0)
    throw new PlumblineError('usage', { problem: `"serve" takes no further word, but "${words[0]}" was given` });
  const log = pino(
    {
      level: environment.LOG_LEVEL,
      formatters: { log: (facts) => maskFacts(facts, secretsOf(environment)) },
    },
    streams.stdout,
  );
  const server = await startServer(environment, { fetch: await createFetch(environment), log, variables });
  log.info({ port: server.port }, 'server-started');
  await new Promise<void>((resolve) => {
    streams.onInterrupt(resolve);
    server.lost.addEventListener('abort', () => resolve());
    if (server.lost.aborted) resolve();
  });
  if (server.lost.aborted) log.error({}, 'database-lost: another process may have taken this one’s place');
  log.info({}, 'server-stopping');
  await server.stop();
  return server.lost.aborted ? LOST : 0;
}

/** The last gate before a log line leaves: strings lose whatever looks like a credential. */
function maskFacts(facts: Record<string, unknown>, secrets: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskSecrets(value, secrets) : value,
    ]),
  );
}
