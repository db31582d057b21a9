import type { CommandCall } from './command-call.js';
import { inspectEnvironment, refuseMistakes, secretsOf } from './environment.js';
import { PlumblineError } from './review/index.js';
import type { Streams } from './streams.js';

/** What tells of a mistaken environment, or has no use for it, works with one. */
const BEARS_MISTAKES: ReadonlySet<string> = new Set(['config', 'doctor']);

/** Run one command. Errors are printed and become its exit status. */
export async function runCommand(
  [command = '', ...words]: readonly string[],
  variables: CommandCall['variables'],
  streams: Streams,
): Promise<number> {
  let secrets: readonly string[] = [];
  try {
    const { environment, problems } = inspectEnvironment(variables);
    secrets = secretsOf(environment);
    if (!BEARS_MISTAKES.has(command)) refuseMistakes(problems);
    return await dispatch(command, words, { environment, environmentProblems: problems, variables, streams });
  } catch (error) {
    const { printError } = await import('./print-error.js');
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
    case 'doctor': {
      const { doctorCommand } = await import('./doctor-command.js');
      return doctorCommand(words, call);
    }
    case 'config': {
      const { configCommand } = await import('./config-command.js');
      return configCommand(words, call);
    }
    default:
      throw new PlumblineError('usage', {
        problem: `"${command}" is not a command; use review, serve, doctor, config or help`,
      });
  }
}
