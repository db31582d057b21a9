import { cleanText } from './report/index.js';
import { PlumblineError } from './review/index.js';
import type { Streams } from './streams.js';

/** Further lines stand under the first, so that no value of the outside can look like a line of its own. */
const INDENT = ' '.repeat('error: '.length);

/** Print a known error with its help, an unknown one with its stack and where to report it. Returns the exit status. */
export function printError(
  error: unknown,
  { stderr }: Pick<Streams, 'stderr'>,
  secrets: readonly string[] = [],
): number {
  const say = (word: string, text: string) =>
    stderr.write(`${word} ${cleanText(text, secrets).replace(/\n\s*/g, `\n${INDENT}`)}\n`);
  if (error instanceof PlumblineError) {
    say('error:', error.message);
    say('help: ', error.help);
    return error.exitStatus;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say('error:', `something went wrong inside plumbline\n${stack}`);
  say('help: ', 'this is a bug; please report it with the lines above');
  return 1;
}
