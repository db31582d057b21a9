import type { Page } from '../model/patch.js';

/** About four calls' allowances: enough for everything that is being served, far less than a whole large change. */
const MAX_CACHED_CHARS = 1_000_000;

/** Wrap a maker of pages so that what was asked for lately is not made again. The oldest go first when it grows too large. */
export function cachePages(make: (path: string) => readonly Page[]): (path: string) => readonly Page[] {
  const kept = new Map<string, { readonly pages: readonly Page[]; readonly chars: number }>();
  let keptChars = 0;

  function letGoOfOldest(): void {
    for (const [path, { chars }] of kept) {
      if (keptChars <= MAX_CACHED_CHARS) return;
      kept.delete(path);
      keptChars -= chars;
    }
  }

  return (path) => {
    const known = kept.get(path);
    if (known !== undefined) return known.pages;
    const pages = make(path);
    const chars = pages.reduce((sum, { text }) => sum + text.length, 0);
    kept.set(path, { pages, chars });
    keptChars += chars;
    letGoOfOldest();
    return pages;
  };
}
