import { cleanText } from './report/index.js';
import { PlumblineError } from './review/index.js';
import type { Streams } from './streams.js';
import { wrapWords } from './wrap-words.js';

/** Further lines stand under the first, so that no value of the outside can look like a line of its own. */
const INDENT = ' '.repeat('error: '.length);

/** Print a known error with its help, an unknown one with its stack and where to report it. Returns the exit status. */
export function printError(
  error: unknown,
  { stderr }: Pick<Streams, 'stderr'>,
  secrets: readonly string[] = [],
): number {
  const columns = stderr.isTTY === true ? (stderr.columns ?? null) : null;
  const say = (word: string, text: string) => {
    const lines = cleanText(text, secrets).split(/\n\s*/);
    const wrapped = lines.flatMap((line) => wrapWords(line, columns === null ? null : columns - INDENT.length));
    stderr.write(`${word} ${wrapped.join(`\n${INDENT}`)}\n`);
  };
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
