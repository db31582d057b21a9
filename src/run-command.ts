import type { CommandCall } from './command-call.js';
import { inspectEnvironment, refuseMistakes } from './environment.js';
import { didYouMean, ERRORS, PlumblineError } from './review/index.js';
import { secretsOf } from './secrets-of.js';
import type { Streams } from './streams.js';

const COMMANDS: readonly string[] = ['review', 'serve', 'run', 'record', 'doctor', 'config', 'help'];
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
    // `help` comes here only for a command that is none.
    if (command === 'help') throw notACommand(words[0] ?? '');
    if (!COMMANDS.includes(command)) throw notACommand(command);
    if (!BEARS_MISTAKES.has(command)) refuseMistakes(problems);
    return await dispatch(command, words, { environment, environmentProblems: problems, variables, streams });
  } catch (error) {
    const { printError } = await import('./print-error.js');
    return printError(withHelpOf(command, error), streams, secrets);
  }
}

/** A mistake in the words of a command is explained by the page of that command. */
function withHelpOf(command: string, error: unknown): unknown {
  const isPlain = error instanceof PlumblineError && error.code === 'usage' && error.help === ERRORS.usage.help;
  if (!isPlain || !COMMANDS.includes(command)) return error;
  return new PlumblineError('usage', error.facts, { help: `see \`plumbline help ${command}\``, cause: error });
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
    case 'run': {
      const { runsCommand } = await import('./runs-command.js');
      return runsCommand(words, call);
    }
    case 'record': {
      const { recordCommand } = await import('./runs-command.js');
      return recordCommand(words, call);
    }
    case 'doctor': {
      const { doctorCommand } = await import('./doctor-command.js');
      return doctorCommand(words, call);
    }
    default: {
      const { configCommand } = await import('./config-command.js');
      return configCommand(words, call);
    }
  }
}

function notACommand(word: string): PlumblineError {
  const all = `commands: ${COMMANDS.join(', ')}`;
  const meant = didYouMean(word, COMMANDS);
  return new PlumblineError('usage', { problem: `"${word}" is not a command` }, { help: `${meant} ${all}`.trim() });
}
