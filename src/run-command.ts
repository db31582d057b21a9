import type { CommandCall } from './command-call.js';
import { readEnvironment, secretsOf } from './environment.js';
import { printError } from './print-error.js';
import { PlumblineError } from './review/index.js';
import type { Streams } from './streams.js';

/** Run one command. Errors are printed and become its exit status. */
export async function runCommand(
  [command = '', ...words]: readonly string[],
  variables: CommandCall['variables'],
  streams: Streams,
): Promise<number> {
  let secrets: readonly string[] = [];
  try {
    const environment = readEnvironment(variables);
    secrets = secretsOf(environment);
    return await dispatch(command, words, { environment, variables, streams });
  } catch (error) {
    return printError(error, streams, secrets);
  }
}

/** A command is loaded when it is called: the server's parts are heavy, and a review needs none of them. */
async function dispatch(command: string, words: readonly string[], call: CommandCall): Promise<number> {
  switch (command) {
    case 'review': {
      const { reviewCommand } = await import('./review-command.js');
      return reviewCommand(words, call);
    }
    case 'serve': {
      const { serveCommand } = await import('./serve-command.js');
      return serveCommand(words, call);
    }
    default:
      throw new PlumblineError('usage', { problem: `"${command}" is not a command; use review or serve` });
  }
}
