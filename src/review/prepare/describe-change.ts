import { clip } from '../clip.js';
import type { SourceFile } from '../model/changed-file.js';

const MAX_SHOWN_PATH_CHARS = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a path may hold them, and a line break in one must not make a new row
const NEEDS_QUOTES = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** Say in rows what changed around a file's text: its name, its mode, its type, its submodule commit. Often there is nothing. */
export function describeChange(file: SourceFile): readonly string[] {
  const rows = [...describeName(file), ...describeType(file), ...describeMode(file), ...describeSubmodule(file)];
  if (file.patch.kind !== 'none' || rows.length > 0) return rows;
  if (file.status === 'added') return ['empty file added'];
  if (file.status === 'deleted') return ['empty file deleted'];
  return ['no line of this file changed'];
}

function describeName({ status, previousPath, path }: SourceFile): readonly string[] {
  if (previousPath === null || previousPath === path) return [];
  return [`${status === 'copied' ? 'copied' : 'renamed'} from ${showPath(previousPath)} to ${showPath(path)}`];
}

function describeType({ status }: SourceFile): readonly string[] {
  return status === 'type_changed' ? ['type of file changed'] : [];
}

function describeMode({ oldMode, newMode }: SourceFile): readonly string[] {
  return oldMode !== null && newMode !== null && oldMode !== newMode ? [`mode ${oldMode} -> ${newMode}`] : [];
}

function describeSubmodule({ patch }: SourceFile): readonly string[] {
  if (patch.kind !== 'submodule') return [];
  const { oldCommit, newCommit } = patch;
  if (oldCommit !== null && newCommit !== null) return [`submodule ${oldCommit} -> ${newCommit}`];
  if (newCommit !== null) return [`submodule added at ${newCommit}`];
  return [oldCommit === null ? 'submodule changed' : `submodule removed, was at ${oldCommit}`];
}

function showPath(path: string): string {
  const shown = clip(path, MAX_SHOWN_PATH_CHARS);
  const leftOut = path.length - shown.length;
  const quoted = NEEDS_QUOTES.test(shown) ? quote(shown) : shown;
  return leftOut === 0 ? quoted : `${quoted}[${leftOut} more characters]`;
}

function quote(path: string): string {
  const escapeOne = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(path).replace(new RegExp(NEEDS_QUOTES, 'g'), escapeOne);
}
