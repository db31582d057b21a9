import { clip } from '../clip.js';
import { MAX_FILE_CHARS, PAGE_CHARS } from '../limits.js';
import type { Hunk, PatchLine } from '../model/patch.js';
import { renderHeader, renderNoNewline, renderPrefix } from './render-hunk.js';

/** Kept free on every page for the rows that tell what was left out. */
const NOTE_CHARS = 120;
const PAGE_ROOM = PAGE_CHARS - NOTE_CHARS;
const FILE_ROOM = MAX_FILE_CHARS - NOTE_CHARS;
/** Enough for `[12345678 more characters not shown]`. */
const CLIP_NOTE_CHARS = 60;

export type PageDraft = {
  readonly rows: string[];
  readonly segments: { readonly hunkIndex: number; readonly lines: PatchLine[] }[];
  chars: number;
};

/** Lays the lines of one file on pages, in order, until the file's limit is reached. Holds the pages written so far. */
export class PageWriter {
  readonly drafts: PageDraft[] = [];
  placedLines = 0;
  hasClippedLine = false;
  private page: PageDraft;
  private totalChars = 0;

  constructor(private readonly numberWidth: number) {
    this.page = this.turnPage();
  }

  write(row: string): void {
    this.page.rows.push(row);
    this.page.chars += row.length + 1;
    this.totalChars += row.length + 1;
  }

  /** False as soon as the file's limit does not allow the next line. */
  placeHunk(hunk: Hunk, hunkIndex: number): boolean {
    const isFirst = this.page.segments.length === 0;
    const startsPage = !isFirst && this.page.chars + this.costOfHunk(hunk) > PAGE_ROOM;
    return hunk.lines.every((line, index) => this.placeLine(hunk, hunkIndex, line, index, startsPage && index === 0));
  }

  private placeLine(hunk: Hunk, hunkIndex: number, line: PatchLine, lineIndex: number, startsPage: boolean): boolean {
    const cost = this.costOfLine(line);
    const header = renderHeader(hunk, lineIndex > 0);
    const isOpen = this.page.segments.at(-1)?.hunkIndex === hunkIndex;
    const isFull = this.page.chars + (isOpen ? 0 : header.length + 1) + cost > PAGE_ROOM;
    const turns = startsPage || (isFull && this.page.segments.length > 0);
    const headerCost = isOpen && !turns ? 0 : header.length + 1;
    const room = PAGE_ROOM - (turns ? 0 : this.page.chars) - headerCost;
    if (this.totalChars + headerCost + Math.min(cost, room) > FILE_ROOM) return false;
    if (turns) this.turnPage();
    if (headerCost > 0) this.openSegment(header, hunkIndex);
    this.writeLine(line, room);
    return true;
  }

  private turnPage(): PageDraft {
    this.page = { rows: [], segments: [], chars: 0 };
    this.drafts.push(this.page);
    return this.page;
  }

  private openSegment(header: string, hunkIndex: number): void {
    this.write(header);
    this.page.segments.push({ hunkIndex, lines: [] });
  }

  /** A line longer than its page is shown cut, and only what is shown counts as read. */
  private writeLine(line: PatchLine, room: number): void {
    const overlong = this.costOfLine(line) - room;
    const text = overlong > 0 ? clip(line.text, line.text.length - overlong - CLIP_NOTE_CHARS) : line.text;
    const leftOut = line.text.length - text.length;
    const note = leftOut > 0 ? `[${leftOut} more characters not shown]` : '';
    this.write(`${renderPrefix(line, this.numberWidth)}${text}${note}`);
    if (line.hasNoNewline) this.write(renderNoNewline(this.numberWidth));
    this.page.segments.at(-1)?.lines.push(leftOut > 0 ? { ...line, text } : line);
    this.placedLines += 1;
    this.hasClippedLine ||= leftOut > 0;
  }

  private costOfLine(line: PatchLine): number {
    const markerCost = line.hasNoNewline ? renderNoNewline(this.numberWidth).length + 1 : 0;
    return this.numberWidth + ' + '.length + line.text.length + 1 + markerCost;
  }

  /** Stops adding once it is more than a page, so that a giant is not measured to its end. */
  private costOfHunk(hunk: Hunk): number {
    let cost = renderHeader(hunk, false).length + 1;
    for (const line of hunk.lines) {
      if (cost > PAGE_ROOM) break;
      cost += this.costOfLine(line);
    }
    return cost;
  }
}
