import type { SourceFile } from '../model/changed-file.js';
import type { PinnedTarget } from '../model/target.js';
import type { HeadFile } from '../ports/index.js';
import { removedTextOf } from './changed-lines.js';

/** Enough for a change that takes a leaked secret out, which is what removed lines are looked through for. */
const MAX_REMOVED_CHARS = 512 * 1024;

/**
 * What is looked through for secrets alone, so that they can be masked: the lines a change removes, and the author's words. Nothing
 * is added by them, so no finding can be about them.
 */
export function onlyForSecrets(target: PinnedTarget, sources: ReadonlyMap<string, SourceFile>): readonly HeadFile[] {
  const removed = [...sources.values()].flatMap(({ deletions, patch, path }) =>
    patch.kind === 'text' && deletions > 0 ? [aside(path, removedTextOf(patch.text))] : [],
  );
  const author = target.authorText;
  const words = author === null ? [] : [aside('description', `${author.title}\n${author.body}`)];
  return [...words, ...withinRoom(removed)].filter(({ text }) => text.trim() !== '');
}

function aside(path: string, text: string): HeadFile {
  return { path, text, addedLines: [], removedText: '' };
}

function withinRoom(files: readonly HeadFile[]): readonly HeadFile[] {
  let left = MAX_REMOVED_CHARS;
  return files.filter(({ text }) => {
    if (text.length > left) return false;
    left -= text.length;
    return true;
  });
}
