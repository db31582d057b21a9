import { type ParseArgsConfig, parseArgs } from 'node:util';
import { didYouMean, PlumblineError } from '../review/index.js';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** Read the words behind a command. Throws a `usage` error for an option that is unknown, lacks its value or has an empty one. */
export function readOptions<Options extends OptionsConfig>(words: readonly string[], options: Options) {
  const parsed = parseStrictly(words, options);
  const empty = Object.entries(parsed.values).find(([, value]) => typeof value === 'string' && value.trim() === '');
  if (empty !== undefined) throw usage(`--${empty[0]} is empty`);
  return parsed;
}

function parseStrictly<Options extends OptionsConfig>(words: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch {
    throw findMistake(words, options);
  }
}

/** The first mistake in our own words: those of Node change from version to version. */
function findMistake(words: readonly string[], options: OptionsConfig): PlumblineError {
  const { tokens } = parseArgs({ args: [...words], options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    const mistake = token.kind === 'option' ? mistakeIn(token, words, options) : null;
    if (mistake !== null) return mistake;
  }
  return usage('the options cannot be understood');
}

type Option = {
  readonly index: number;
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
};

function mistakeIn(option: Option, words: readonly string[], options: OptionsConfig): PlumblineError | null {
  const { inlineValue: isInline, index, name, rawName, value } = option;
  const type = Object.hasOwn(options, name) ? options[name]?.type : undefined;
  if (type === undefined) return unknownOption(words[index]?.split('=', 1)[0] ?? rawName, options);
  if (type === 'boolean')
    return value === undefined ? null : usage(`--${name} takes no value`, `write --${name} alone`);
  if (value === undefined) return usage(`--${name} needs a value`, `write --${name} <value>`);
  const isOption = isInline === false && value.startsWith('-');
  return isOption ? usage(`--${name} needs a value`, `when it begins with "-", write --${name}=<value>`) : null;
}

function unknownOption(word: string, options: OptionsConfig): PlumblineError {
  const known = Object.keys(options).map((name) => `--${name}`);
  // One dash is as likely a slip as a letter.
  const meant = didYouMean(word.replace(/^-+/, '--'), word.length > 2 ? known : []);
  return usage(`${word} is not an option here`, meant === '' ? `options: ${known.join(', ')}` : meant);
}

function usage(problem: string, help?: string): PlumblineError {
  return new PlumblineError('usage', { problem }, help === undefined ? {} : { help });
}
