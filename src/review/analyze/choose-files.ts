import type { SourceFile } from '../model/changed-file.js';
import { UNREADABLE_KINDS } from '../model/coverage.js';
import type { Evidence } from '../model/evidence.js';
import type { Analyzer } from '../ports/index.js';

export type AnalyzableFile = { readonly path: string; readonly patch: string };

/** A link's or a submodule's content is no source text. */
const REGULAR_MODES = new Set([null, '100644', '100755']);

/**
 * Choose what static checks look at: regular text files of the head that the change added lines to. What reviewers are spared
 * (generated, vendored, ignored…) checks are spared too; only a lockfile has a check of its own.
 */
export function chooseFiles(
  { files }: Evidence,
  sources: ReadonlyMap<string, SourceFile>,
  analyzers: readonly Analyzer[],
): readonly AnalyzableFile[] {
  return files.flatMap(({ path, status, additions, newMode, exclusion }) => {
    const patch = sources.get(path)?.patch;
    if (patch?.kind !== 'text' || additions === 0 || status === 'deleted' || !REGULAR_MODES.has(newMode)) return [];
    if (exclusion !== null && exclusion.reason !== 'lockfile') return [];
    return analyzers.some((analyzer) => analyzer.covers(path)) ? [{ path, patch: patch.text }] : [];
  });
}

/** In UTF-16, with a NUL in it, too large to be compared: it may well be source text. */
const TEXTLESS: ReadonlySet<string> = new Set(UNREADABLE_KINDS);

/** The files of the head that checks cover by name and cannot look at, since nobody has their text. */
export function textlessPaths({ files }: Evidence, analyzers: readonly Analyzer[]): readonly string[] {
  return files.flatMap(({ path, status, additions, deletions, newMode, exclusion }) => {
    if (exclusion === null || !TEXTLESS.has(exclusion.reason)) return [];
    const onlyTakesOut = status === 'deleted' || (additions === 0 && deletions > 0);
    if (onlyTakesOut || !REGULAR_MODES.has(newMode)) return [];
    return analyzers.some((analyzer) => analyzer.covers(path)) ? [path] : [];
  });
}
