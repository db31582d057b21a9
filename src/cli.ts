import { HELP, helpOf, VERSION } from './help.js';
import { isPrintedSettings, readPrintedSettings } from './print-settings.js';
import type { Streams } from './streams.js';

/**
 * The command: argument words, environment and streams in, exit status out. Throws nothing. Help, version and what the
 * settings mean need nothing else, so they are answered whatever the environment holds, and before the rest is loaded.
 */
export async function main(
  argv: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  streams: Streams,
): Promise<number> {
  const [command, task] = argv;
  if (command === '--version' || command === '-v') {
    streams.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (asksForHelp(argv)) {
    const page = helpOf(command === 'help' ? task : command);
    if (page !== null) {
      streams.stdout.write(page);
      return 0;
    }
  }
  if (command === undefined) {
    streams.stderr.write(HELP);
    return 2;
  }
  if (command === 'config' && argv.length === 2 && isPrintedSettings(task)) {
    streams.stdout.write(await readPrintedSettings(task));
    return 0;
  }
  const { runCommand } = await import('./run-command.js');
  return runCommand(argv, variables, streams);
}

/** What stands behind `--` is a path, whatever it looks like. */
function asksForHelp(argv: readonly string[]): boolean {
  if (argv[0] === 'help') return true;
  const separator = argv.indexOf('--');
  const words = separator < 0 ? argv : argv.slice(0, separator);
  return words.includes('--help') || words.includes('-h');
}
