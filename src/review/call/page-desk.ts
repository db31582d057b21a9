import { BYTES_PER_TOKEN } from '../limits.js';
import type { Page } from '../model/patch.js';
import type { PreparedTarget } from '../model/prepared-target.js';
import type { DeskAnswer } from './desk-answer.js';
import { estimateTokens } from './estimate-tokens.js';
import { createPageFinder } from './find-page.js';
import { createCursor } from './page-cursor.js';

/** Less than the smallest page: looking further for something that fits is idle. */
const IDLE_CHARS = 8;

/** Which page of which file. */
export type PagePlace = Pick<Page, 'path' | 'index'>;

/** Where one reader is served the pages of one target. A page given before costs nothing and is not given again. */
export class PageDesk {
  private readonly find: ReturnType<typeof createPageFinder>;
  private receipts = new Map<string, Page>();
  private roomTokens = Number.POSITIVE_INFINITY;

  constructor(
    private readonly prepared: PreparedTarget,
    private leftChars: number,
  ) {
    this.find = createPageFinder(prepared);
  }

  /** Serve what fits, in serving order; a page too large is passed over for later, smaller ones. */
  serveAll(): void {
    for (const path of this.prepared.servingOrder) {
      if (this.leftChars < IDLE_CHARS) return;
      for (const page of this.prepared.pagesOf(path)) this.give(page);
    }
  }

  /** Serve one page of a file; a null cursor means its first. */
  serve(path: string, cursor: string | null): DeskAnswer {
    const page = this.find(path, cursor);
    if ('kind' in page) return page;
    const about = { path: page.path, nextCursor: this.cursorAfter(page) };
    if (this.has(page)) return { kind: 'already_served', index: page.index, ...about };
    if (this.give(page)) return { kind: 'page', page, nextCursor: about.nextCursor };
    const sizes = { neededChars: page.text.length, leftChars: this.charsLeft() };
    return { kind: 'evidence_limited', limitation: 'over_budget', ...sizes, ...about };
  }

  /** Everything this reader was given since the last restart. */
  served(): readonly Page[] {
    return [...this.receipts.values()];
  }

  has(page: PagePlace): boolean {
    return this.receipts.has(keyOf(page));
  }

  cursorOf({ path, index }: PagePlace): string {
    return createCursor(this.prepared.evidence.fingerprint, path, index);
  }

  /** Tell how many tokens of pages the next request has room for. */
  makeRoom(tokens: number): void {
    this.roomTokens = Math.max(0, tokens);
  }

  /** Forget every receipt and begin again with this allowance: what was served stands before the reader no longer. */
  restart(allowanceChars: number): void {
    this.receipts = new Map();
    this.leftChars = allowanceChars;
  }

  /** Of the allowance, or of the tokens of the next request, whichever holds less. */
  private charsLeft(): number {
    return Math.min(this.leftChars, Math.floor(this.roomTokens * BYTES_PER_TOKEN));
  }

  private give(page: Page): boolean {
    const tokens = estimateTokens(page.text);
    if (this.has(page) || page.text.length > this.leftChars || tokens > this.roomTokens) return false;
    this.leftChars -= page.text.length;
    this.roomTokens -= tokens;
    this.receipts.set(keyOf(page), page);
    return true;
  }

  private cursorAfter(page: Page): string | null {
    return page.index + 1 < page.count ? this.cursorOf({ ...page, index: page.index + 1 }) : null;
  }
}

function keyOf({ path, index }: PagePlace): string {
  return `${index} ${path}`;
}

/** Open the desk for one reader of one target, with what it may be served in all. */
export function createPageDesk(prepared: PreparedTarget, allowanceChars: number): PageDesk {
  return new PageDesk(prepared, allowanceChars);
}
