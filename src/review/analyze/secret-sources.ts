import type { SourceFile } from '../model/changed-file.js';
import type { PinnedTarget } from '../model/target.js';
import type { HeadFile } from '../ports/index.js';
import { newTextOf, removedTextOf } from './changed-lines.js';
import { splitText } from './split-text.js';

/**
 * What is looked through for secrets alone, so that they can be masked: the lines a change removes, the lines that it shows of files
 * whose whole text is too large, and the author's words. Nothing is added by them, so no finding can be about them.
 */
export function onlyForSecrets(
  target: PinnedTarget,
  sources: ReadonlyMap<string, SourceFile>,
  tooLarge: readonly string[],
): readonly HeadFile[] {
  const large = new Set(tooLarge);
  const patches = [...sources.values()].flatMap(({ deletions, patch, path }) => {
    if (patch.kind !== 'text') return [];
    const removed = deletions > 0 ? asides(path, removedTextOf(patch.text)) : [];
    return large.has(path) ? [...removed, ...asides(path, newTextOf(patch.text))] : removed;
  });
  const author = target.authorText;
  const words = author === null ? [] : asides('description', `${author.title}\n${author.body}`);
  return [...words, ...patches].filter(({ text }) => text.trim() !== '');
}

function asides(path: string, text: string): readonly HeadFile[] {
  return splitText(text).map((part) => ({ path, text: part, addedLines: [], removedText: '' }));
}
