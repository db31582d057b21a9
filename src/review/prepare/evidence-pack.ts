import type { ChangedFile } from '../model/changed-file.js';
import type { Capped, EvidencePack } from '../model/evidence.js';
import type { Patch } from '../model/patch.js';
import { contractHintsOf, tagsOf } from './classify-path.js';

/** Bytes of JSON, so that the whole pack stays under 8 kB: it stands in every prompt. */
const FILES_BYTES = 5_600;
const HINTS_BYTES = 1_800;
const MAX_HUNKS_PER_FILE = 4;
/** A longer path would eat the room of many others; such a file is counted as left out. */
const MAX_PATH_BYTES = 300;

export type HunkRanges = Capped<{ readonly newStart: number; readonly newCount: number }>;
export type PackedFile = { readonly file: ChangedFile; readonly hunks: HunkRanges };

/** Where a patch touches the new side: its first hunks, and how many more there are. */
export function hunkRangesOf(patch: Patch | null): HunkRanges {
  const hunks = patch?.hunks ?? [];
  return {
    entries: hunks.slice(0, MAX_HUNKS_PER_FILE).map(({ newStart, newCount }) => ({ newStart, newCount })),
    omitted: Math.max(0, hunks.length - MAX_HUNKS_PER_FILE),
  };
}

/**
 * Build the bounded metadata a reviewer gets beside the evidence, from paths and counts alone. Files are taken in the
 * order given (serving order) while they fit; what does not fit is counted. Under 8 kB of JSON for any number of files.
 */
export function buildEvidencePack(packed: readonly PackedFile[]): EvidencePack {
  const hints = packed.flatMap(({ file: { path } }) => contractHintsOf(path).map((hint) => ({ hint, path })));
  return {
    files: takeWhatFits(packed, FILES_BYTES, ({ file: { path, additions, deletions }, hunks }) => ({
      path,
      additions,
      deletions,
      hunks,
      tags: tagsOf(path),
    })),
    contractHints: takeWhatFits(hints, HINTS_BYTES, (hint) => hint),
  };
}

/** Entries are made one by one: of thousands some dozen fit. */
function takeWhatFits<From, Entry extends { readonly path: string }>(
  all: readonly From[],
  maxBytes: number,
  toEntry: (from: From) => Entry,
): Capped<Entry> {
  const entries: Entry[] = [];
  let bytes = 0;
  for (const from of all) {
    const entry = toEntry(from);
    if (Buffer.byteLength(entry.path, 'utf8') > MAX_PATH_BYTES) continue;
    const cost = Buffer.byteLength(JSON.stringify(entry), 'utf8') + 1;
    if (bytes + cost > maxBytes) break;
    entries.push(entry);
    bytes += cost;
  }
  return { entries, omitted: all.length - entries.length };
}
