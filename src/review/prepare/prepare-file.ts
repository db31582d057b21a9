import { PlumblineError } from '../errors.js';
import type { ChangedFile, SourceFile, SourcePatch } from '../model/changed-file.js';
import type { Page, Patch, PatchLine } from '../model/patch.js';
import { type ContentStore, contentDigest } from './content-store.js';
import { cutPages } from './cut-pages.js';
import { describeChange } from './describe-change.js';
import { type HunkRanges, hunkRangesOf } from './evidence-pack.js';
import { type ExclusionRules, excludeFile, isOversized } from './exclude-file.js';
import { hasHunk, readPatch } from './read-patch.js';

/** What is needed to make a file's pages again. */
type PageRecipe = LineCounts & { readonly notes: readonly string[]; readonly patchDigest: string | null };

/** What the source's listing says of a file, beside its patch. */
type LineCounts = Pick<SourceFile, 'additions' | 'deletions'>;

export type PreparedFile = {
  readonly path: string;
  readonly file: ChangedFile;
  readonly hunks: HunkRanges;
  /** Characters of all pages together; 0 when excluded. */
  readonly sizeChars: number;
  /** Null when excluded. */
  readonly recipe: PageRecipe | null;
};

/** Prepare one file: put its patch into the store, decide whether it is served, and count its pages. Pages are not kept. */
export function prepareFile(source: SourceFile, rules: ExclusionRules, store: ContentStore): PreparedFile {
  const patchDigest = source.patch.kind === 'text' && !isOversized(source.patch) ? store.put(source.patch.text) : null;
  const exclusion = excludeFile(source, rules);
  const notes = describeChange(source);
  const { additions, deletions } = source;
  const patch = exclusion === null && source.patch.kind === 'text' ? readWhole(source.patch.text, source) : null;
  const cut = exclusion === null ? cutPages(source.path, notes, patch) : null;
  return {
    path: source.path,
    hunks: hunkRangesOf(patch),
    sizeChars: cut?.sizeChars ?? 0,
    recipe: exclusion === null ? { notes, patchDigest, additions, deletions } : null,
    file: {
      ...metadataOf(source),
      patchDigest,
      exclusion,
      pages: cut?.pages.length ?? 0,
      cutReason: toCutReason(cut?.isOverBudget ?? false, patch),
    },
  };
}

/** Make a served file's pages from what the store holds. */
export function makePages(path: string, recipe: PageRecipe, store: ContentStore): readonly Page[] {
  const { notes, patchDigest } = recipe;
  if (patchDigest === null) return cutPages(path, notes, null).pages;
  const text = store.get(patchDigest);
  if (text === null)
    throw new PlumblineError('invariant_broken', { what: `no stored patch for ${JSON.stringify(path)}` });
  return cutPages(path, notes, readWhole(text, recipe)).pages;
}

/** A patch may end between two hunks, where nothing in it tells: one with fewer lines than were counted is not whole. */
function readWhole(text: string, { additions, deletions }: LineCounts): Patch {
  const patch = readPatch(text);
  const linesOf = (kind: PatchLine['kind']) =>
    patch.hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  const holdsCounted = linesOf('added') >= additions && linesOf('removed') >= deletions;
  return { ...patch, isComplete: patch.isComplete && holdsCounted };
}

/** Digest of the text a source gave, also of one too large to keep; null when it gave none. */
export function givenDigest({ patch }: SourceFile, storedDigest: string | null): string | null {
  return storedDigest ?? (patch.kind === 'text' ? contentDigest(patch.text) : null);
}

/**
 * Believe no description that contradicts itself: a text without a hunk, or "nothing changed" beside counted lines, is a
 * missing patch. An empty text without counted lines is what it says: nothing inside the file changed.
 */
export function withCrediblePatch(file: SourceFile): SourceFile {
  const { patch, additions, deletions } = file;
  const countsLines = additions + deletions > 0;
  const holdsNoHunk = patch.kind === 'none' || (patch.kind === 'text' && !hasHunk(patch.text));
  if (!holdsNoHunk) return file;
  const isUnknown = countsLines || (patch.kind === 'text' && patch.text.trim() !== '');
  return { ...file, patch: isUnknown ? { kind: 'missing' } : { kind: 'none' } };
}

function metadataOf(source: SourceFile) {
  const { path, previousPath, status, oldMode, newMode, oldBlob, newBlob, additions, deletions } = source;
  const patch = toAvailability(source.patch);
  return { path, previousPath, status, oldMode, newMode, oldBlob, newBlob, additions, deletions, patch };
}

function toAvailability(patch: SourcePatch): ChangedFile['patch'] {
  if (patch.kind !== 'text') return patch.kind;
  return isOversized(patch) ? 'oversized' : 'available';
}

function toCutReason(isOverBudget: boolean, patch: Patch | null): ChangedFile['cutReason'] {
  if (isOverBudget) return 'over_budget';
  return patch?.isComplete === false ? 'patch_missing' : null;
}
