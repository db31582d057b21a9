import { maskSecrets, PlumblineError } from './review/index.js';
import type { Streams } from './streams.js';

/** Print a known error with its help, an unknown one with its stack and where to report it. Returns the exit status. */
export function printError(error: unknown, { stderr }: Pick<Streams, 'stderr'>): number {
  if (error instanceof PlumblineError) {
    stderr.write(`error: ${visible(error.message)}\nhelp:  ${visible(error.help)}\n`);
    return error.exitStatus;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(
    `error: something went wrong inside plumbline\n${visible(stack)}\nhelp:  this is a bug; please report it with the lines above\n`,
  );
  return 1;
}

/** Values in errors come from outside: no control character may reach the terminal, no credential the screen. */
function visible(text: string): string {
  return maskSecrets(text).replace(
    /[^\P{Cc}\n]/gu,
    (character) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  );
}
