/**
 * Match a row of items against a pattern in which a star stands for any run of items. Remembers only the last star, so the
 * work is at most pattern × items: a hostile pattern cannot make it explode as it can a regular expression.
 */
export function matchesRun<Token, Item>(
  pattern: readonly Token[],
  items: readonly Item[],
  isStar: (token: Token) => boolean,
  accepts: (token: Token, item: Item) => boolean,
): boolean {
  let at = 0;
  let seen = 0;
  let afterStar = -1;
  let resumeAt = 0;
  while (seen < items.length) {
    const token = pattern[at];
    if (token !== undefined && isStar(token)) {
      afterStar = ++at;
      resumeAt = seen;
    } else if (token !== undefined && accepts(token, items[seen] as Item)) {
      at += 1;
      seen += 1;
    } else if (afterStar >= 0) {
      at = afterStar;
      seen = ++resumeAt;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}
