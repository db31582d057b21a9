export type Variables = Readonly<Record<string, string>>;

/** What Node needs to start at all on some systems. Keys, tokens, proxies and NODE_OPTIONS stay away from the child. */
const KEPT_VARIABLES = new Set(['SYSTEMROOT', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']);

/** Reduce an environment to what a child process of an analyzer may see. */
export function childEnvironment(environment: Readonly<Record<string, string | undefined>>): Variables {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && KEPT_VARIABLES.has(entry[0].toUpperCase()),
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
