import {
  didYouMean,
  MODES,
  type Mode,
  PlumblineError,
  SEVERITIES,
  type Severity,
  type TargetRequest,
} from '../review/index.js';
import { notATarget } from './not-a-target.js';
import { type OutputFile, type OutputFormat, readOutputFiles, readOutputFormat } from './output-formats.js';
import { readOptions } from './read-options.js';
import { isSafeRelativePath } from './safe-path.js';

/** `plumbline review …`, understood. */
export type ReviewArguments = {
  readonly request: TargetRequest;
  /** Host of a pull-request URL; null for local targets. */
  readonly host: string | null;
  readonly paths: readonly string[];
  readonly focus: string | null;
  readonly mode: Mode;
  readonly model: string | null;
  /** Static checks alone. */
  readonly isWithoutModel: boolean;
  /** What standard output gets. */
  readonly output: OutputFormat;
  /** Written besides. */
  readonly files: readonly OutputFile[];
  readonly isPreview: boolean;
  readonly isExplained: boolean;
  /** Null: the settings decide. */
  readonly failOn: Severity | 'never' | null;
  /** Directory to review in; null: the current one. */
  readonly directory: string | null;
};

const OPTIONS = {
  mode: { type: 'string' },
  model: { type: 'string' },
  'no-model': { type: 'boolean' },
  json: { type: 'boolean' },
  sarif: { type: 'boolean' },
  markdown: { type: 'boolean' },
  block: { type: 'boolean' },
  output: { type: 'string', multiple: true },
  preview: { type: 'boolean' },
  explain: { type: 'boolean' },
  'fail-on': { type: 'string' },
  repo: { type: 'string' },
} as const;

/** Read the words after `plumbline review`. Throws a `usage` error for anything that is not clearly one target. */
export function parseReviewArguments(argv: readonly string[]): ReviewArguments {
  const separator = argv.indexOf('--');
  const [head, tail] = separator < 0 ? [argv, []] : [argv.slice(0, separator), argv.slice(separator + 1)];
  const { values, positionals } = readOptions(head, OPTIONS);
  return {
    ...readTarget(positionals),
    paths: tail.map(readPath),
    mode: oneOf('--mode', values.mode ?? 'standard', MODES),
    model: values.model ?? null,
    isWithoutModel: readWithoutModel(values),
    output: readOutputFormat(values),
    files: readOutputFiles(values.output ?? []),
    isPreview: values.preview === true,
    isExplained: values.explain === true,
    failOn:
      values['fail-on'] === undefined ? null : oneOf('--fail-on', values['fail-on'], [...SEVERITIES, 'never'] as const),
    directory: values.repo ?? null,
  };
}

function readWithoutModel(values: { readonly model?: string; readonly 'no-model'?: boolean }): boolean {
  if (values['no-model'] === true && values.model !== undefined)
    throw usage('--model and --no-model exclude each other');
  return values['no-model'] === true;
}

type Target = Pick<ReviewArguments, 'request' | 'host' | 'focus'>;

function readTarget(words: readonly string[]): Target {
  const [kind, ...rest] = words;
  switch (kind) {
    case undefined:
      return local({ kind: 'uncommitted' });
    case 'uncommitted':
      if (rest.length > 0)
        throw usage('"uncommitted" takes no further word; quote a focus: plumbline review "look at …"');
      return local({ kind: 'uncommitted' });
    case 'base':
      return local({ kind: 'base', branch: onlyWord('base <branch>', rest) });
    case 'range':
      return local(readRange(onlyWord('range <a>..<b>', rest)));
    case 'commit':
      return local({ kind: 'commit', sha: onlyWord('commit <sha>', rest) });
    case 'pr':
      return { ...readPullRequestUrl(onlyWord('pr <url>', rest)), focus: null };
    default:
      return readFocus(words);
  }
}

function local(request: TargetRequest): Target {
  return { request, host: null, focus: null };
}

/** Several words, or one quoted sentence, are a focus on the default target; one bare word is more likely a slip. */
function readFocus(words: readonly string[]): Target {
  const focus = words.join(' ').trim();
  if (!/\s/.test(focus)) throw notATarget(focus);
  return { request: { kind: 'uncommitted' }, host: null, focus };
}

function onlyWord(form: string, rest: readonly string[]): string {
  const [word, ...more] = rest;
  if (word === undefined || more.length > 0 || /\s/.test(word) || word === '')
    throw usage(`expected exactly: plumbline review ${form}`);
  if (word.startsWith('-')) throw usage(`"${word}" begins with "-" and cannot be a revision`);
  return word;
}

function readRange(word: string): TargetRequest {
  const match = /^(.*?)(\.{2,3})(.*)$/.exec(word);
  if (match === null || word === '..' || word === '...')
    throw usage(`"${word}" is not a range: use <a>..<b> or <a>...<b>`);
  const [, from = '', dots, to = ''] = match;
  if (from.startsWith('-') || to.startsWith('-') || to.startsWith('.'))
    throw usage(`"${word}" is not a range: use <a>..<b> or <a>...<b>`);
  return { kind: 'range', from: from || 'HEAD', to: to || 'HEAD', symmetric: dots === '...' };
}

/** The address of a pull request, taken apart. Throws a `usage` error for anything else. */
export function readPullRequestUrl(word: string) {
  const url = URL.canParse(word) ? new URL(word) : null;
  const match = /^https?:\/\/[^/\s@]+\/([\w.-]+)\/([\w.-]+)\/pull\/(\d{1,10})(?:[/?#].*)?$/i.exec(word);
  const [, owner, repo, number] = match ?? [];
  if (url === null || owner === undefined || repo === undefined) {
    throw usage(`"${word}" is not the address of a pull request: use https://github.com/<owner>/<repo>/pull/<number>`);
  }
  const request = { kind: 'pull_request', owner, repo, number: Number(number) } as const;
  return { request, host: url.host };
}

function readPath(path: string): string {
  if (!isSafeRelativePath(path)) throw usage(`"${path}" is not a path inside the repository`);
  return path;
}

function oneOf<Choice extends string>(option: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw usage(`${option} is "${value}"; use ${choices.join(', ')}`, didYouMean(value, choices));
}

function usage(problem: string, help = ''): PlumblineError {
  return new PlumblineError('usage', { problem }, help === '' ? {} : { help });
}
