import type { Page, Patch } from '../model/patch.js';
import { type PageDraft, PageWriter } from './page-writer.js';
import { numberWidthOf } from './render-hunk.js';

export type CutPages = {
  readonly pages: readonly Page[];
  /** The pages do not hold every line whole: the file is longer than its limit, or one line is longer than a page. */
  readonly isOverBudget: boolean;
  readonly sizeChars: number;
};

/**
 * Cut one file's change into pages of at most PAGE_CHARS of numbered text, at most MAX_FILE_CHARS together.
 * A hunk that fits a page is not cut; a longer one begins a page of its own and is cut between lines. `notes` are rows
 * about the file itself (`renamed from…`) and open the first page; with a null patch they are the only page, in one row.
 * The text of a line is exactly the file's. Rows are rendered only until the limit is reached; what is left out is told
 * on the last page.
 */
export function cutPages(path: string, notes: readonly string[], patch: Patch | null): CutPages {
  const writer = new PageWriter(patch === null ? 0 : numberWidthOf(patch));
  if (patch === null) {
    writer.write(notes.join(', '));
    return toPages(path, writer.drafts, false);
  }
  for (const note of notes) writer.write(note);
  const lineCount = patch.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const hasAllLines = patch.hunks.every((hunk, index) => writer.placeHunk(hunk, index));
  if (!hasAllLines) writer.write(`[cut: ${lineCount - writer.placedLines} more lines of this patch are not shown]`);
  else if (!patch.isComplete) writer.write('[cut: the source gave only a part of this patch]');
  return toPages(path, writer.drafts, !hasAllLines || writer.hasClippedLine);
}

function toPages(path: string, drafts: readonly PageDraft[], isOverBudget: boolean): CutPages {
  const pages = drafts.map(({ rows, segments }, index) => ({
    path,
    index,
    count: drafts.length,
    text: rows.join('\n'),
    segments,
  }));
  return { pages, isOverBudget, sizeChars: pages.reduce((sum, { text }) => sum + text.length, 0) };
}
