import { pino } from 'pino';
import { type Environment, readEnvironment, secretsOf } from './environment.js';
import { HELP, VERSION } from './help.js';
import { printError } from './print-error.js';
import { maskSecrets, PlumblineError } from './review/index.js';
import { reviewCommand } from './review-command.js';
import { startServer } from './server.js';
import type { Streams } from './streams.js';
import { createFetch } from './system-fetch.js';

/** The command: argument words, environment and streams in, exit status out. Throws nothing. */
export async function main(
  argv: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  streams: Streams,
): Promise<number> {
  try {
    const environment = readEnvironment(variables);
    return await dispatch(argv, { environment, variables, streams });
  } catch (error) {
    return printError(error, streams);
  }
}

type Call = {
  readonly environment: Environment;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly streams: Streams;
};

async function dispatch([command, ...rest]: readonly string[], call: Call): Promise<number> {
  if (command === undefined || command === '--help' || command === '-h' || rest.includes('--help')) {
    call.streams.stdout.write(HELP);
    return command === undefined ? 2 : 0;
  }
  switch (command) {
    case '--version':
      call.streams.stdout.write(`${VERSION}\n`);
      return 0;
    case 'review':
      return reviewCommand(rest, call);
    case 'serve':
      return serve(rest, call);
    default:
      throw new PlumblineError('usage', { problem: `"${command}" is not a command; use review or serve` });
  }
}

/** Serve until told to stop. */
async function serve(words: readonly string[], { environment, streams }: Call): Promise<number> {
  if (words.length > 0)
    throw new PlumblineError('usage', { problem: `"serve" takes no further word, but "${words[0]}" was given` });
  const log = pino(
    {
      level: environment.LOG_LEVEL,
      formatters: { log: (facts) => maskFacts(facts, secretsOf(environment)) },
    },
    streams.stdout,
  );
  const server = await startServer(environment, { fetch: createFetch(environment), log });
  log.info({ port: server.port }, 'server-started');
  await new Promise<void>((resolve) => streams.onInterrupt(resolve));
  log.info({}, 'server-stopping');
  await server.stop();
  return 0;
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
