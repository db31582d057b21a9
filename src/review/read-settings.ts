import { type Document, isAlias, isCollection, isMap, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { shorten } from './clip.js';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from './settings.js';
import { findTooDeepLine } from './settings-depth.js';
import { knownKeys, NOT_EMPTY, requiredForm } from './settings-forms.js';

export type SettingsReading = {
  readonly settings: Settings;
  /** One sentence for each mistake, with the value seen, the line and the choices. When there is one, `settings` are the defaults. */
  readonly problems: readonly string[];
};

/** Read a settings file. Never throws: a file that cannot be used means the defaults, and its mistakes are told all together. */
export function readSettings(text: string | null, source = '.github/plumbline.yml'): SettingsReading {
  if (text === null || text.trim() === '') return { settings: DEFAULT_SETTINGS, problems: [] };
  const lines = new LineCounter();
  const lineAt = (offset: number) => `, in ${source} line ${lines.linePos(offset).line}`;
  const tooDeepLine = findTooDeepLine(text);
  if (tooDeepLine !== null) return refused([`nested too deeply, in ${source} line ${tooDeepLine}`]);
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    logLevel: 'error',
  });
  if (document.errors.length > 0) {
    return refused(
      document.errors.map(
        (error) => `${firstSentence(error.message)}, in ${source} line ${lines.linePos(error.pos[0]).line}`,
      ),
    );
  }
  const aliasAt = findAlias(document);
  if (aliasAt !== null) return refused([`anchors and aliases are not supported${lineAt(aliasAt)}`]);
  const parsed = settingsSchema.safeParse(document.toJS() ?? {});
  if (parsed.success) return { settings: parsed.data, problems: [] };
  return refused(parsed.error.issues.flatMap((issue) => describeIssue(issue, document, lines, source)));
}

/** More mistakes than anybody reads at once; a file can hold thousands. */
const MAX_TOLD_PROBLEMS = 20;
/** Of a value that is said back. */
const MAX_SHOWN_CHARS = 81;

function refused(problems: readonly string[]): SettingsReading {
  const rest = problems.length - MAX_TOLD_PROBLEMS;
  const told = problems.slice(0, MAX_TOLD_PROBLEMS);
  return {
    settings: DEFAULT_SETTINGS,
    problems: rest > 0 ? [...told, `and ${rest} more mistakes in the same file`] : told,
  };
}

/** Where the first alias is: a few lines of them can unfold into gigabytes, so they are refused before anything is built. */
function findAlias(document: Document): number | null {
  const pending: unknown[] = [document.contents];
  let first: number | null = null;
  while (pending.length > 0) {
    const node = pending.pop();
    if (isAlias(node)) first = Math.min(first ?? Number.MAX_SAFE_INTEGER, offsetOf(node) ?? 0);
    pending.push(...innerNodes(node));
  }
  return first;
}

function innerNodes(node: unknown): unknown[] {
  if (isCollection(node)) return node.items;
  return isPair(node) ? [node.key, node.value] : [];
}

function offsetOf(node: unknown): number | null {
  return (node as { range?: readonly number[] | null } | null)?.range?.[0] ?? null;
}

function describeIssue(issue: z.core.$ZodIssue, document: Document, lines: LineCounter, source: string): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) =>
        `${nameOf([...path, key])} is not a setting${where([...path, key], document, lines, source)}; known: ${knownKeys(path)}`,
    );
  }
  const place = where(path, document, lines, source);
  const value: unknown = document.getIn(path);
  const seen = show(value);
  const name = path.length === 0 ? 'the file' : nameOf(path);
  if (issue.code === 'invalid_value')
    return [`${name} is ${seen}${place}; use one of ${issue.values.map(String).join(', ')}`];
  const form = requiredForm(issue, path);
  if (form === null) return [`${name} is ${seen}${place}: ${issue.message}`];
  return [`${name} must ${form}${notThis(value, form)}${place}`];
}

/** A key may be empty, and then its line is all there is to find it by. */
function nameOf(path: readonly string[]): string {
  return path.map((key) => (key.trim() === '' ? '(empty key)' : key)).join('.');
}

/** As the reading names it: what stands before a bare colon is null, and becomes an empty text. */
function keyText(key: unknown): string {
  const value = isScalar(key) ? key.value : key;
  return value === null ? '' : String(value);
}

function notThis(value: unknown, form: string): string {
  if (form === NOT_EMPTY) return '';
  if (value === undefined) return ', but is missing';
  return value === null ? ', but is empty' : `, not ${show(value)}`;
}

function where(path: readonly string[], document: Document, lines: LineCounter, source: string): string {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const key = path.at(-1);
  const pair = isMap(parent) ? parent.items.find((item) => keyText(item.key) === key) : undefined;
  const node: unknown = pair?.key ?? document.getIn(path, true) ?? parent;
  const range = (node as { range?: readonly number[] } | null)?.range;
  return range?.[0] === undefined ? `, in ${source}` : `, in ${source} line ${lines.linePos(range[0]).line}`;
}

function show(value: unknown): string {
  return shorten(JSON.stringify(value) ?? 'missing', MAX_SHOWN_CHARS);
}

function firstSentence(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
