const MAX_SECRET_CHARS = 1_000;

/** Each once, each at most 1,000 characters: a longer one becomes several of nearly the same length, so that all of it is masked. */
export function boundSecrets(secrets: readonly string[], maxCount: number): string[] {
  const bounded = new Set<string>();
  for (const secret of secrets) {
    for (const piece of pieces(secret)) bounded.add(piece);
    if (bounded.size >= maxCount) break;
  }
  return [...bounded].slice(0, maxCount);
}

function pieces(secret: string): string[] {
  const count = Math.ceil(secret.length / MAX_SECRET_CHARS);
  const size = Math.ceil(secret.length / count);
  return Array.from({ length: count }, (_, index) => secret.slice(index * size, (index + 1) * size));
}
