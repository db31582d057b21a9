import type { RepositoryInstructions } from './repository-instructions.js';

const HEADING = /^\s{0,3}#{1,6}(\s|$)/;
const UNDERLINE = /^\s{0,3}(=+|-+)\s*$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Whether a reviewer's `rule` points at something the repository really says: the file is one that was shown, the line
 * (1-based) stands in the part that was shown, and it says more than a heading.
 */
export function isRule(instructions: RepositoryInstructions, file: string, line: number): boolean {
  const path = file.replace(/^\.\//, '');
  const lines = instructions.entries.find((entry) => entry.path === path)?.text.split('\n') ?? [];
  const text = lines[line - 1];
  if (text === undefined || !WORD.test(text) || HEADING.test(text)) return false;
  return LIST_ITEM.test(text) || !UNDERLINE.test(lines[line] ?? '');
}
