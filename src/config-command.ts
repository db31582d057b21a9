import { join, resolve } from 'node:path';
import type { CommandCall } from './command-call.js';
import {
  checkSettings,
  findStraySettings,
  renderSettingsJson,
  renderSettingsText,
  SETTINGS_PATH,
  type SettingsCheck,
} from './doctor/index.js';
import { isPrintedSettings } from './print-settings.js';
import { PlumblineError } from './review/index.js';
import { secretsOf } from './secrets-of.js';

/** `plumbline config check`; `schema` and `docs` alone are answered before this is loaded. The environment does not matter here. */
export async function configCommand([task = '', ...words]: readonly string[], call: CommandCall): Promise<number> {
  if (task === 'check') return check(words, call);
  if (isPrintedSettings(task)) throw usage(`"config ${task}" takes no further word, but "${words[0]}" was given`);
  throw usage(
    `${task === '' ? 'a word is missing' : `"config ${task}" is not a command`}; use config check, config schema or config docs`,
  );
}

/** 0: the file can be obeyed, or there is none and the defaults apply; 1: it has mistakes. */
async function check(words: readonly string[], { environment, streams, variables }: CommandCall): Promise<number> {
  const { positionals, values } = await readWords(words);
  if (positionals.length > 1) throw usage(`"config check" takes one file, but ${positionals.length} were given`);
  const [named] = positionals;
  if (named !== undefined && values.repo !== undefined) throw usage('name a file or --repo, not both');
  const { checked, stray } =
    named === undefined ? await checkRepository(values.repo ?? '.', variables) : await checkNamed(named);
  const render = values.json === true ? renderSettingsJson : renderSettingsText;
  streams.stdout.write(render(checked, stray, secretsOf(environment)));
  return checked.mistakes.length > 0 ? 1 : 0;
}

type Words = {
  readonly positionals: readonly string[];
  readonly values: { readonly json?: boolean; readonly repo?: string };
};

/** Words without an option need no reading, and the room that reads them takes long to load. */
async function readWords(words: readonly string[]): Promise<Words> {
  if (!words.some((word) => word.startsWith('-'))) return { positionals: words, values: {} };
  const { readOptions } = await import('./handlers/index.js');
  return readOptions(words, { json: { type: 'boolean' }, repo: { type: 'string' } });
}

type Checked = { readonly checked: SettingsCheck; readonly stray: readonly string[] };

async function checkRepository(directory: string, variables: CommandCall['variables']): Promise<Checked> {
  const workTree = await openWorkTree(directory, variables);
  const checked = await checkSettings(join(workTree, SETTINGS_PATH), SETTINGS_PATH);
  return { checked, stray: await findStraySettings(workTree) };
}

/** Whoever names a file means one that is there: a slip of the name must not look like a sound file. */
async function checkNamed(file: string): Promise<Checked> {
  const checked = await checkSettings(resolve(file), file);
  if (!checked.exists) throw usage(`there is no file ${file}`);
  return { checked, stray: [] };
}

async function openWorkTree(directory: string, variables: CommandCall['variables']): Promise<string> {
  const { findWorkTree } = await import('./provider/git/index.js');
  const workTree = await findWorkTree(directory, variables, new AbortController().signal);
  if (workTree !== null) return workTree;
  throw new PlumblineError(
    'not_a_repository',
    { path: resolve(directory) },
    { help: 'name the file: plumbline config check <file>' },
  );
}

function usage(problem: string): PlumblineError {
  return new PlumblineError('usage', { problem });
}
