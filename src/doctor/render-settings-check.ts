import { cleanText } from '../report/index.js';
import type { SettingsCheck } from './check-settings.js';

/** Bump it when a field goes or changes its meaning. */
const SCHEMA_VERSION = 1;
const BASE_ONLY =
  'Settings are obeyed from the base branch alone, when it is the default branch or protected: a change takes effect once it is merged there.';
const BEGIN = `Begin with a file like this one; \`plumbline config docs\` tells every setting:

  # yaml-language-server: $schema=./plumbline.schema.json
  fail_on: high
  ignore:
    - "docs/**"

For editors that complete it: plumbline config schema > .github/plumbline.schema.json`;

/** What stands in the file, for people. Values of the file are cleaned and secrets masked. */
export function renderSettingsText(check: SettingsCheck, stray: readonly string[], secrets: readonly string[]): string {
  const blocks = [...linesOf(check).map((line) => onOneLine(line, secrets)), ...strayLines(stray)];
  const begin = check.exists ? [] : ['', BEGIN];
  return [...blocks, ...begin, '', BASE_ONLY, ''].join('\n');
}

/** The same as one JSON document. */
export function renderSettingsJson(check: SettingsCheck, stray: readonly string[], secrets: readonly string[]): string {
  const document = {
    schemaVersion: SCHEMA_VERSION,
    file: check.file,
    exists: check.exists,
    ok: check.mistakes.length === 0,
    mistakes: check.mistakes,
    changed: check.changes.map(({ key, standard, value }) => ({ key, value, default: standard })),
    settings: check.settings,
    notRead: stray,
    obeyedFrom: 'base branch',
  };
  return `${JSON.stringify(document, (_key, value) => (typeof value === 'string' ? cleanText(value, secrets) : value), 2)}\n`;
}

function linesOf({ changes, exists, file, mistakes }: SettingsCheck): readonly string[] {
  if (!exists) return [`ok    there is no ${file}, so the defaults apply`];
  if (mistakes.length > 0) {
    return [
      ...mistakes.flatMap(({ next, problem }) => [`fail  ${problem}`, `        next: ${next}`]),
      'While there is a mistake in the file, none of it is obeyed: the defaults apply, and each check run says so.',
    ];
  }
  const count = `${changes.length} ${changes.length === 1 ? 'setting differs' : 'settings differ'} from the defaults`;
  return [
    `ok    ${file}: ${changes.length === 0 ? 'nothing differs from the defaults' : count}`,
    ...changes.map(
      ({ key, standard, value }) => `        ${key}: ${JSON.stringify(value)} (default ${shownDefault(standard)})`,
    ),
  ];
}

function strayLines(stray: readonly string[]): readonly string[] {
  return stray.flatMap((path) => [
    `warn  ${path} is not read`,
    '        next: move it to .github/plumbline.yml, or remove it',
  ]);
}

function shownDefault(standard: unknown): string {
  return standard === null ? 'none' : JSON.stringify(standard);
}

function onOneLine(text: string, secrets: readonly string[]): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  return indent + cleanText(text.slice(indent.length), secrets).replace(/\n/g, ' ');
}
