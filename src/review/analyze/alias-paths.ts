import { MASK, maskSecrets } from '../mask-secrets.js';
import type { Evidence } from '../model/evidence.js';
import type { PreparedTarget } from '../model/prepared-target.js';

/** Gives each file the name that it is known by in a run; a name is its own unless there is a secret in it. */
export type AliasOf = (path: string) => string;

/**
 * Name the files of a target so that no secret stands in a name, and no two names are equal. They go by these names in all that is
 * shown, asked, answered and reported: nobody needs the way back but whoever reads their pages.
 */
export function aliasPaths(
  prepared: PreparedTarget,
  secrets: readonly string[],
): { readonly prepared: PreparedTarget; readonly aliasOf: AliasOf } {
  const aliases = chooseAliases(prepared.evidence, secrets);
  const aliasOf: AliasOf = (path) => aliases.get(path) ?? path;
  return { prepared: aliases.size === 0 ? prepared : aliasTarget(prepared, aliases, aliasOf), aliasOf };
}

/** By path, those alone whose name has a secret in it; also names that files had before. */
function chooseAliases({ files }: Evidence, secrets: readonly string[]): ReadonlyMap<string, string> {
  const names = files.flatMap(({ path, previousPath }) => (previousPath === null ? [path] : [path, previousPath]));
  const aliases = new Map<string, string>();
  const taken = new Set(names);
  for (const name of new Set(names)) {
    const masked = maskSecrets(name, secrets);
    if (masked === name) continue;
    let alias = masked;
    // Before the ending, so that a file is still known by its kind.
    for (let number = 2; taken.has(alias); number += 1) alias = masked.replace(MASK, `${MASK}~${number}`);
    taken.add(alias);
    aliases.set(name, alias);
  }
  return aliases;
}

function aliasTarget(
  { evidence, pack, pagesOf, servingOrder, unmatchedPaths }: PreparedTarget,
  aliases: ReadonlyMap<string, string>,
  aliasOf: AliasOf,
): PreparedTarget {
  const paths = new Map([...aliases].map(([path, alias]) => [alias, path]));
  const named = <Named extends { readonly path: string }>(entries: readonly Named[]): readonly Named[] =>
    entries.map((entry) => (aliases.has(entry.path) ? { ...entry, path: aliasOf(entry.path) } : entry));
  const files = named(evidence.files).map((file) => ({
    ...file,
    previousPath: file.previousPath === null ? null : aliasOf(file.previousPath),
  }));
  return {
    evidence: { ...evidence, files },
    pack: {
      files: { ...pack.files, entries: named(pack.files.entries) },
      contractHints: { ...pack.contractHints, entries: named(pack.contractHints.entries) },
    },
    servingOrder: servingOrder.map(aliasOf),
    pagesOf: (alias) => named(pagesOf(paths.get(alias) ?? alias)),
    unmatchedPaths,
  };
}
