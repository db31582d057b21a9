import type { LockSource } from './lock-source.js';

/** Tell whether a host is unusual in a lock file. `onlyHost`: of a file that had nothing before and names one host alone. */
export type UsualHosts = { readonly isUnusual: (host: string) => boolean; readonly onlyHost: string | null };

export type Sources = {
  /** Of entries no line of which is added. */
  readonly unchanged: readonly LockSource[];
  readonly removed: readonly LockSource[];
  readonly added: readonly LockSource[];
};

/**
 * Usual is the host that most entries came from before the change; a change has no vote, unless there was nothing before it. A
 * host that the change names no more often than it removes it is no news either.
 */
export function electUsualHosts({ unchanged, removed, added }: Sources): UsualHosts {
  const before = countHosts([...unchanged, ...removed]);
  const after = countHosts(added);
  const gone = countHosts(removed);
  const usual = mostCommon(before.size > 0 ? before : after);
  const [only] = [...after.keys()].filter((host) => host !== '');
  return {
    isUnusual: (host) => host !== usual && (after.get(host) ?? 0) > (gone.get(host) ?? 0),
    onlyHost: before.size === 0 && after.size === 1 ? (only ?? null) : null,
  };
}

/** An empty name stands for entries that leave their source to the package manager. */
function countHosts(sources: readonly LockSource[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const source of sources) {
    if (source.kind !== 'web' && source.kind !== 'usual') continue;
    const host = source.kind === 'web' ? source.host : '';
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return counts;
}

function mostCommon(counts: ReadonlyMap<string, number>): string | null {
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}
