import type { SourceFile } from '../model/changed-file.js';
import type { Evidence } from '../model/evidence.js';
import type { PinnedTarget } from '../model/target.js';
import type { HeadFile } from '../ports/index.js';
import { newTextOf, removedTextOf } from './changed-lines.js';
import { splitText } from './split-text.js';

/** Where the author's words and the names of files stand: the name of no file. */
export const WORDS_PATH = '';

/**
 * What is looked through for secrets alone, so that they can be masked: the author's words and the names of files, the lines a
 * change removes, and the lines that it shows of files whose whole text nobody has. Nothing is added by them, so no finding can be
 * about them. Of files that reviewers are spared only lockfiles are looked through: a check of their own speaks of them.
 */
export function onlyForSecrets(
  { authorText }: PinnedTarget,
  { files }: Evidence,
  sources: ReadonlyMap<string, SourceFile>,
  readPaths: ReadonlySet<string>,
): readonly HeadFile[] {
  const names = files.flatMap(({ path, previousPath }) => (previousPath === null ? [path] : [path, previousPath]));
  const words = authorText === null ? names : [authorText.title, authorText.body, ...names];
  const shown = files.filter(({ exclusion }) => exclusion === null || exclusion.reason === 'lockfile');
  const patches = shown.flatMap(({ path, deletions }) => {
    const patch = sources.get(path)?.patch;
    if (patch?.kind !== 'text') return [];
    const removed = deletions > 0 ? asides(path, removedTextOf(patch.text)) : [];
    return readPaths.has(path) ? removed : [...removed, ...asides(path, newTextOf(patch.text))];
  });
  return [...asides(WORDS_PATH, words.join('\n')), ...patches].filter(({ text }) => text.trim() !== '');
}

function asides(path: string, text: string): readonly HeadFile[] {
  return splitText(text).map((part) => ({ path, text: part, addedLines: [], removedText: '' }));
}
