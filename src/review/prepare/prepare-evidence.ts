import { LIMITATIONS, type Limitation } from '../model/coverage.js';
import type { Binding, Evidence } from '../model/evidence.js';
import type { PreparedTarget } from '../model/prepared-target.js';
import type { PinnedTarget } from '../model/target.js';
import type { FileListing } from '../ports/index.js';
import type { Settings } from '../settings.js';
import { capListing, checkListing } from './check-listing.js';
import type { ContentStore } from './content-store.js';
import { buildEvidencePack } from './evidence-pack.js';
import { createExclusionRules } from './exclude-file.js';
import { narrowListing } from './narrow-listing.js';
import { cachePages } from './page-cache.js';
import { givenDigest, makePages, type PreparedFile, prepareFile, withCrediblePatch } from './prepare-file.js';
import { orderForServing } from './serving-order.js';
import { targetFingerprint } from './target-fingerprint.js';

export type PreparationInput = {
  readonly target: PinnedTarget;
  readonly listing: FileListing;
  readonly binding: Binding;
  /** Of the base revision, never of the change. */
  readonly settings: Pick<Settings, 'accept' | 'ignore'>;
  /** Path of each `.gitattributes` of the base revision → its text. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Files or folders the review is narrowed to; empty: the whole target. */
  readonly paths: readonly string[];
  /** Gets every patch that is read, once, under its digest. */
  readonly store: ContentStore;
};

/**
 * Freeze a target's denominator: every listed file with its exclusion or its pages, the fingerprint, the serving order and
 * the evidence pack. Files are in path order. A narrowed target is exactly its own files, so it has its own fingerprint.
 * Files beyond MAX_EVIDENCE_FILES are part of the fingerprint and counted as omitted.
 * @throws PlumblineError `invariant_broken` for a listing no source may send (see `checkListing`),
 * `configuration_invalid` for an `ignore` glob that stands for too many.
 */
export function prepareEvidence(input: PreparationInput): PreparedTarget {
  const { target, listing, settings, attributes, store } = input;
  const checked = checkListing(listing.files).map(withCrediblePatch);
  const { files: narrowed, unmatchedPaths } = narrowListing(checked, input.paths);
  const kept = capListing(narrowed);
  const rules = createExclusionRules(settings, attributes);
  const prepared = kept.map((file) => prepareFile(file, rules, store));
  const digests = new Map(prepared.map(({ path, file }) => [path, file.patchDigest]));
  const fingerprint = targetFingerprint(
    target,
    narrowed.map((file) => ({ file, patchDigest: givenDigest(file, digests.get(file.path) ?? null) })),
  );
  const served = orderForServing(prepared.filter(({ recipe }) => recipe !== null));
  const excluded = prepared.filter(({ recipe }) => recipe === null);
  return {
    evidence: toEvidence(input, prepared, fingerprint, {
      isNarrowed: narrowed.length < checked.length,
      droppedFileCount: narrowed.length - kept.length,
    }),
    pack: buildEvidencePack([...served, ...excluded]),
    servingOrder: served.map(({ path }) => path),
    pagesOf: createPagesOf(prepared, store),
    unmatchedPaths,
  };
}

/** Files of the listing that are not in the evidence: not asked for, or beyond what evidence can hold. */
type LeftOut = { readonly isNarrowed: boolean; readonly droppedFileCount: number };

function toEvidence(
  { target, listing, binding }: PreparationInput,
  prepared: readonly PreparedFile[],
  fingerprint: string,
  leftOut: LeftOut,
): Evidence {
  const { source, repository, baseRef, baseSha, headSha, mergeBaseSha } = target;
  return {
    version: 1,
    source,
    repository,
    baseRef,
    baseSha,
    headSha,
    mergeBaseSha,
    fingerprint,
    files: prepared.map(({ file }) => file),
    omittedFileCount: Math.max(0, listing.omittedFileCount) + leftOut.droppedFileCount,
    limitations: collectLimitations(target, listing, leftOut),
    binding,
  };
}

/** In the order of the closed list, each once. */
function collectLimitations(
  target: PinnedTarget,
  listing: FileListing,
  { isNarrowed, droppedFileCount }: LeftOut,
): readonly Limitation[] {
  const found = new Set<Limitation>(listing.limitations);
  if (target.source === 'workspace') found.add('mutable_workspace');
  if (isNarrowed) found.add('narrowed');
  if (listing.omittedFileCount > 0) found.add('provider_omitted');
  if (droppedFileCount > 0) found.add('too_many_files');
  return LIMITATIONS.filter((limitation) => found.has(limitation));
}

function createPagesOf(prepared: readonly PreparedFile[], store: ContentStore): PreparedTarget['pagesOf'] {
  const recipes = new Map(prepared.map(({ path, recipe }) => [path, recipe]));
  return cachePages((path) => {
    const recipe = recipes.get(path) ?? null;
    return recipe === null ? [] : makePages(path, recipe, store);
  });
}
