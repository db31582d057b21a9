const MAX_CHOICES = 5;

/** The known paths a mistaken one probably meant: same file name first, then the longest common ending, then beginning. */
export function nearestPaths(wanted: string, known: readonly string[]): readonly string[] {
  return known
    .map((path) => ({ path, likeness: likenessOf(wanted.toLowerCase(), path.toLowerCase()) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((left, right) => right.likeness - left.likeness || (left.path < right.path ? -1 : 1))
    .slice(0, MAX_CHOICES)
    .map(({ path }) => path);
}

function likenessOf(wanted: string, path: string): number {
  const wantedParts = wanted.split('/');
  const parts = path.split('/');
  const commonEnd = countEqual(wantedParts.toReversed(), parts.toReversed());
  const commonStart = countEqual(wantedParts, parts);
  return commonEnd * 100 + commonStart;
}

function countEqual(left: readonly string[], right: readonly string[]): number {
  const firstOther = left.findIndex((part, index) => part !== right[index]);
  return firstOther === -1 ? Math.min(left.length, right.length) : firstOther;
}
