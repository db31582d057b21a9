import { canonicalJson, digestOf } from '../digest.js';
import type { Gathered } from '../gather.js';
import { type CallResult, NO_USAGE } from '../model/call.js';
import type { Candidate } from '../model/finding.js';
import type { Page } from '../model/patch.js';
import type { PreparedTarget } from '../model/prepared-target.js';
import type { PinnedTarget } from '../model/target.js';

/** What calls answered about a change, kept for the same change on other commits. The pages they read are only named. */
export type KeptResults = {
  readonly changeDigest: string;
  readonly results: readonly (Omit<CallResult, 'readPages'> & {
    readonly readPages: readonly KeptPage[];
  })[];
};

/** `starts`: where each hunk stood, as its first line of the new side. */
type KeptPage = Pick<Page, 'path' | 'index' | 'count'> & { readonly starts: readonly number[] };

/**
 * Digest of everything that a reviewer is told of a change but where its lines stand: files, patches without the numbers of their
 * lines, the author's words, and the rules of the base. Equal for a change that was only moved to another base.
 */
export function changeDigestOf(
  { houseRubric, instructions, prepared }: Gathered,
  authorText: PinnedTarget['authorText'] = null,
): string {
  const { evidence, pagesOf } = prepared;
  const files = evidence.files.map(({ exclusion, newMode, oldMode, path, previousPath, status }) => [
    path,
    previousPath,
    status,
    oldMode,
    newMode,
    exclusion?.reason ?? null,
    digestOf(pagesOf(path).map(textOf).join('\n\n')),
  ]);
  return digestOf(canonicalJson({ files, omitted: evidence.omittedFileCount, authorText, houseRubric, instructions }));
}

const MARKS = { context: ' ', added: '+', removed: '-' } as const;

function textOf({ segments, text }: Page): string {
  // One line about the file itself, such as the commits of a submodule.
  if (segments.length === 0) return text;
  const hunks = segments.map(({ lines }) =>
    lines.map(({ hasNoNewline, kind, text }) => `${MARKS[kind]}${hasNoNewline ? '\\' : ''}${text}`).join('\n'),
  );
  return hunks.join('\n@@\n');
}

/** What is worth keeping of a run; null when something was not assessed, and has to be asked again. */
export function toKeptResults(changeDigest: string, results: readonly CallResult[]): KeptResults | null {
  if (results.length === 0 || results.some(({ outcome }) => outcome !== 'assessed')) return null;
  const named = (pages: readonly Page[]) =>
    pages.map((page) => ({ path: page.path, index: page.index, count: page.count, starts: startsOf(page) }));
  return { changeDigest, results: results.map((result) => ({ ...result, readPages: named(result.readPages) })) };
}

function startsOf({ segments }: Page): readonly number[] {
  return segments.map(({ lines }) => lines.find(({ newLine }) => newLine !== null)?.newLine ?? 0);
}

/** The answers as if they had been given about these pages, at no cost; null when the change is another or is cut otherwise. */
export function carryResults(kept: KeptResults, changeDigest: string, prepared: PreparedTarget): CallResult[] | null {
  if (kept.changeDigest !== changeDigest) return null;
  const carried = kept.results.map((result) => {
    const readPages = result.readPages.flatMap(({ count, index, path }) => {
      const page = prepared.pagesOf(path)[index];
      return page?.count === count ? [page] : [];
    });
    const candidates = result.candidates.map((candidate) => moveHint(candidate, result.readPages, readPages));
    return { ...result, candidates, readPages, usage: NO_USAGE };
  });
  const isWhole = carried.every(({ readPages }, index) => readPages.length === kept.results[index]?.readPages.length);
  return isWhole ? carried : null;
}

/** A reviewer's line tells equal quotes apart, so it has to move with its hunk. */
function moveHint(candidate: Candidate, kept: readonly KeptPage[], pages: readonly Page[]): Candidate {
  const isOwn = ({ path }: { readonly path: string }) => path === candidate.path;
  const after = pages.filter(isOwn).flatMap(startsOf);
  const before = kept.filter(isOwn).flatMap(({ starts }) => starts);
  const hunks = before.map((start, index) => ({ start, by: (after[index] ?? start) - start }));
  // Pages may have been read in any order.
  hunks.sort((one, other) => other.start - one.start);
  const moved = (line: number | null): number | null =>
    line === null ? null : line + (hunks.find(({ start }) => start <= line)?.by ?? 0);
  return { ...candidate, startLine: moved(candidate.startLine), endLine: moved(candidate.endLine) };
}
