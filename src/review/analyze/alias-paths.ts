import { maskSecrets } from '../mask-secrets.js';
import type { Fact } from '../model/analysis.js';
import type { CallResult } from '../model/call.js';
import type { Page } from '../model/patch.js';
import type { PreparedTarget } from '../model/prepared-target.js';

/** A target whose files go by other names before a reviewer, and the way back. */
export type AliasedTarget = {
  readonly prepared: PreparedTarget;
  readonly facts: readonly Fact[];
  /** What was said of an alias, said of the file. */
  readonly restore: (result: CallResult) => CallResult;
};

/**
 * Mask secrets in the names of files, in everything a reviewer is shown of them. A reviewer asks for a file and reports it by the
 * name it was shown; two files whose masked names are equal have different ones. Without a secret in a name nothing changes.
 */
export function aliasPaths(
  prepared: PreparedTarget,
  facts: readonly Fact[],
  secrets: readonly string[],
): AliasedTarget {
  const aliases = chooseAliases(prepared, secrets);
  if (aliases.size === 0) return { prepared, facts, restore: (result) => result };
  const paths = new Map([...aliases].map(([path, alias]) => [alias, path]));
  const aliasOf = (path: string) => aliases.get(path) ?? path;
  const pathOf = (alias: string) => paths.get(alias) ?? alias;
  return {
    prepared: aliasTarget(prepared, aliasOf, pathOf),
    facts: facts.map((fact) => ({ ...fact, candidate: { ...fact.candidate, path: aliasOf(fact.candidate.path) } })),
    restore: (result) => ({
      ...result,
      candidates: result.candidates.map((candidate) => ({
        ...candidate,
        path: pathOf(candidate.path),
        claims: candidate.claims.map((claim) => ({ ...claim, path: claim.path && pathOf(claim.path) })),
      })),
      readPages: result.readPages.map((page) => renamed(page, pathOf)),
    }),
  };
}

/** By path, those alone whose name has a secret in it; also names that files had before. */
function chooseAliases({ evidence }: PreparedTarget, secrets: readonly string[]): ReadonlyMap<string, string> {
  const names = new Set(
    evidence.files.flatMap(({ path, previousPath }) => (previousPath === null ? [path] : [path, previousPath])),
  );
  const aliases = new Map<string, string>();
  const taken = new Set(names);
  for (const name of names) {
    const masked = maskSecrets(name, secrets);
    if (masked === name) continue;
    let alias = masked;
    for (let number = 2; taken.has(alias); number += 1) alias = `${masked}~${number}`;
    taken.add(alias);
    aliases.set(name, alias);
  }
  return aliases;
}

type Rename = (path: string) => string;

function aliasTarget(prepared: PreparedTarget, aliasOf: Rename, pathOf: Rename): PreparedTarget {
  const { evidence, pack, pagesOf, servingOrder, unmatchedPaths } = prepared;
  const named = <Named extends { readonly path: string }>(entries: readonly Named[]): readonly Named[] =>
    entries.map((entry) => renamed(entry, aliasOf));
  return {
    evidence: {
      ...evidence,
      files: evidence.files.map((file) => ({
        ...renamed(file, aliasOf),
        previousPath: file.previousPath === null ? null : aliasOf(file.previousPath),
      })),
    },
    pack: {
      files: { ...pack.files, entries: named(pack.files.entries) },
      contractHints: { ...pack.contractHints, entries: named(pack.contractHints.entries) },
    },
    servingOrder: servingOrder.map(aliasOf),
    pagesOf: (alias) => pagesOf(pathOf(alias)).map((page: Page) => renamed(page, aliasOf)),
    unmatchedPaths,
  };
}

function renamed<Named extends { readonly path: string }>(named: Named, rename: Rename): Named {
  const path = rename(named.path);
  return path === named.path ? named : { ...named, path };
}
