import { type LockSource, readSource } from './lock-source.js';
import type { LockfileKind } from './lockfile-kind.js';
import { FORMS } from './read-block-entries.js';

type LineForm = { readonly source: RegExp; readonly pinned: RegExp };

const NPM_LINE: LineForm = {
  source: /^\s*"(?:resolved|version)"\s*:\s*"(?<source>[^"\s]*[:/][^"\s]*)"/,
  pinned: /^\s*"integrity"\s*:/,
};
/** No line of an entry is as long; what is on one line as a whole cannot be read line by line. */
const MAX_LINE_CHARS = 5_000;

/**
 * Where the removed lines of a lock file say that packages come from. Lines alone are no file: one that pins a package, where
 * none names a source, tells that sources were left to the package manager.
 */
export function readRemovedSources(removedText: string, kind: LockfileKind): LockSource[] {
  const { source, pinned } = kind === 'npm' ? NPM_LINE : FORMS[kind];
  const lines = removedText.split('\n').filter((line) => line.length <= MAX_LINE_CHARS);
  const sources = lines.flatMap((line) => {
    const written = source.exec(line)?.groups?.source;
    return written === undefined ? [] : [readSource(written)];
  });
  return sources.length === 0 && lines.some((line) => pinned.test(line)) ? [{ kind: 'usual' }] : sources;
}
