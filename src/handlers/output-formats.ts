import { extname } from 'node:path';
import { PlumblineError } from '../review/index.js';

/** Forms of a report: for people, for programs, for code scanning, for documents, for other agents. */
export type OutputFormat = 'text' | 'json' | 'sarif' | 'markdown' | 'block';

export type OutputFile = { readonly path: string; readonly format: OutputFormat };

const FLAGS = ['json', 'sarif', 'markdown', 'block'] as const;
const FORMAT_OF_ENDING: ReadonlyMap<string, OutputFormat> = new Map([
  ['.txt', 'text'],
  ['.json', 'json'],
  ['.sarif', 'sarif'],
  ['.md', 'markdown'],
  ['.block', 'block'],
]);

/** The form standard output gets: the one flag that is set, text without one. Throws `usage` for two. */
export function readOutputFormat(flags: Readonly<Partial<Record<(typeof FLAGS)[number], boolean>>>): OutputFormat {
  const [first, second] = FLAGS.filter((flag) => flags[flag] === true);
  if (second !== undefined) {
    throw usage(`--${first} and --${second} both want standard output; write one of them to a file with --output`);
  }
  return first ?? 'text';
}

/** Files to write besides, the form told by the ending of each name. Throws `usage` for an unknown ending. */
export function readOutputFiles(paths: readonly string[]): readonly OutputFile[] {
  return paths.map((path) => {
    const format = FORMAT_OF_ENDING.get(extname(path).toLowerCase());
    if (format === undefined) {
      throw usage(`--output is "${path}"; end the name with one of ${[...FORMAT_OF_ENDING.keys()].join(', ')}`);
    }
    return { path, format };
  });
}

function usage(problem: string): PlumblineError {
  return new PlumblineError('usage', { problem });
}
