const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * A fetch that writes only while this process may: one that was stopped for long, or is cut off from the database, waits before each
 * write until it knows that no other has taken over, and gives up with what `whenHeld` rejects with.
 */
export function fenceWrites(fetch: typeof globalThis.fetch, whenHeld: () => Promise<void>): typeof globalThis.fetch {
  return async (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    if (!READS.has(method.toUpperCase())) await whenHeld();
    return fetch(input, init);
  };
}
