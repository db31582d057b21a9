import { foldersAbove } from '../folders-above.js';
import { compileGitGlob } from '../globs/index.js';

const NAMES = ['linguist-generated', 'linguist-vendored'] as const;
type Name = (typeof NAMES)[number];

/** What the base's attribute files say of one path; null where they say nothing. */
export type LinguistMarks = { readonly isGenerated: boolean | null; readonly isVendored: boolean | null };

type Assignment = { readonly name: Name; readonly value: boolean | null };
type Rule = { readonly matches: (path: string) => boolean; readonly assignments: readonly Assignment[] };

const FILE_NAME = '.gitattributes';
/** A longer pattern names no real file and only costs time. */
const MAX_PATTERN_CHARS = 1_000;

/** List the attribute files that can speak about these paths: the root's and one for each folder above a path, shallow ones first, within the bounds of `foldersAbove`. */
export function attributeCandidates(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  return foldersAbove(paths).map((folder) => `${folder === '' ? '' : `${folder}/`}${FILE_NAME}`);
}

/**
 * Read the base's `.gitattributes` files (path → text) and answer for one path: deeper files win over higher ones, later
 * lines over earlier ones; `=false` and `-name` say no, `!name` takes back. Custom macros (`[attr]…`) are not expanded.
 */
export function createLinguistMarks(attributes: ReadonlyMap<string, string>): (path: string) => LinguistMarks {
  const rulesOf = new Map<string, readonly Rule[]>();
  for (const [path, text] of attributes) {
    if (path === FILE_NAME || path.endsWith(`/${FILE_NAME}`)) {
      rulesOf.set(path.slice(0, -FILE_NAME.length).replace(/\/$/, ''), readRules(text));
    }
  }
  return (path) => {
    const assignments = foldersAbove([path]).flatMap((folder) =>
      assignmentsFor(path, folder, rulesOf.get(folder) ?? []),
    );
    const lastOf = (wanted: Name) => assignments.findLast(({ name }) => name === wanted)?.value ?? null;
    return { isGenerated: lastOf('linguist-generated'), isVendored: lastOf('linguist-vendored') };
  };
}

function assignmentsFor(path: string, folder: string, rules: readonly Rule[]): readonly Assignment[] {
  const inside = folder === '' ? path : path.slice(folder.length + 1);
  return rules.flatMap((rule) => (rule.matches(inside) ? rule.assignments : []));
}

function readRules(text: string): readonly Rule[] {
  return text.split(/\r?\n/).flatMap((line) => readRule(line.replace(/^[ \t]+/, '')));
}

function readRule(line: string): readonly Rule[] {
  const parts = /^("(?:[^"\\]|\\.)*"|[^ \t]+)[ \t]+(.*)$/.exec(line);
  const pattern = parts?.[1];
  // git forbids negative patterns here; macros and comments are not rules.
  if (pattern === undefined || pattern.length > MAX_PATTERN_CHARS || /^(#|!|\[attr\])/.test(pattern)) return [];
  const assignments = (parts?.[2] ?? '').split(/[ \t]+/).flatMap(readAssignment);
  return assignments.length === 0 ? [] : [{ matches: compileGitGlob(unquote(pattern)), assignments }];
}

function readAssignment(word: string): readonly Assignment[] {
  const [mark, rest] = /^[-!]/.test(word) ? [word.charAt(0), word.slice(1)] : ['', word];
  const [label = '', value] = rest.split('=', 2);
  const name = NAMES.find((known) => known === label);
  if (name === undefined) return [];
  if (mark === '!') return [{ name, value: null }];
  return [{ name, value: mark !== '-' && value !== 'false' }];
}

/** Undo git's C-style quotes of a pattern with spaces. Octal bytes are left as they stand. */
function unquote(pattern: string): string {
  if (!pattern.startsWith('"')) return pattern;
  return pattern.slice(1, -1).replace(/\\(["\\])/g, '$1');
}
