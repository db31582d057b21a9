import { type ParseArgsConfig, parseArgs } from 'node:util';
import { PlumblineError } from './review/index.js';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** Read the words behind a command. Throws a `usage` error for an option that is unknown, lacks its value or has an empty one. */
export function readOptions<Options extends OptionsConfig>(words: readonly string[], options: Options) {
  const parsed = parseStrictly(words, options);
  const empty = Object.entries(parsed.values).find(([, value]) => typeof value === 'string' && value.trim() === '');
  if (empty !== undefined) throw new PlumblineError('usage', { problem: `--${empty[0]} is empty` });
  return parsed;
}

function parseStrictly<Options extends OptionsConfig>(words: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new PlumblineError('usage', { problem: said.split('. ')[0] ?? said });
  }
}
