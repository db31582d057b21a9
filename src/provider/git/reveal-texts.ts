import { isUtf8 } from 'node:buffer';
import { MAX_PATCH_BYTES } from '../../review/index.js';
import type { DiffEntry } from './match-patches.js';
import type { PatchAllowance } from './patch-allowance.js';
import { type ProbedSides, probeSides } from './probe-sides.js';
import { type DiffEnds, readDiff } from './read-diff.js';
import type { Git } from './run-git.js';

/** Entries of one command, so that its arguments stay within what every system accepts. */
const ENTRIES_PER_CALL = 100;
/** A text beyond this is not compared: no reviewer is served the difference. */
const MAX_COMPARED_BYTES = 8 * MAX_PATCH_BYTES;

export type DiffPlace = {
  readonly git: Git;
  readonly ends: DiffEnds;
  /** Null when both ends are commits. */
  readonly workTree: string | null;
  readonly emptyTree: string;
};

/**
 * Attributes, which the change itself may bring along, and settings decide what git calls binary. Here bytes decide: an
 * entry stays binary when nothing in it can be read. Two texts are compared as texts. A text beside a binary side is shown
 * when it is the new one, and is missing when it is the old one.
 */
export async function revealTexts(
  place: DiffPlace,
  entries: readonly DiffEntry[],
  allowance: PatchAllowance,
  signal: AbortSignal,
): Promise<readonly DiffEntry[]> {
  const claimed = entries.filter(({ sections }) => sections.some((section) => section.isBinary));
  if (claimed.length === 0) return entries;
  const sides = await probeSides(place.git, claimed, place.workTree, signal);
  const judged = claimed.map((entry) => ({ entry, verdict: judge(sides.get(entry)) }));
  const those = (wanted: Verdict) => judged.filter(({ verdict }) => verdict === wanted).map(({ entry }) => entry);
  const compared = await compareAsTexts(place, those('text'), allowance, signal);
  const { emptyTree } = place;
  const added = await compareAsTexts(
    { ...place, ends: { ...place.ends, from: emptyTree } },
    those('new_text'),
    allowance,
    signal,
  );
  const answers = new Map(
    judged.map(({ entry, verdict }): [DiffEntry, DiffEntry] => {
      if (verdict === 'text') return [entry, compared.get(keyOf(entry)) ?? withoutText(entry)];
      if (verdict === 'new_text') return [entry, withAddedText(entry, added)];
      if (verdict === 'oversized') return [entry, withOversizedText(entry)];
      return [entry, verdict === 'binary' ? entry : withoutText(entry)];
    }),
  );
  return entries.map((entry) => answers.get(entry) ?? entry);
}

type Verdict = 'binary' | 'text' | 'new_text' | 'missing' | 'oversized';

function judge(sides: ProbedSides | undefined): Verdict {
  if (sides === undefined) return 'missing';
  const { oldSide, newSide } = sides;
  const kinds = [oldSide.kind, newSide.kind];
  if (kinds.includes('unknown')) return 'missing';
  if (!kinds.includes('text')) return kinds.includes('binary') ? 'binary' : 'missing';
  if (newSide.kind === 'binary') return 'missing';
  if (Math.max(oldSide.sizeBytes, newSide.sizeBytes) > MAX_COMPARED_BYTES) return 'oversized';
  return oldSide.kind === 'binary' ? 'new_text' : 'text';
}

/** Compare entries again, as texts. Renames have both their names among the paths, so that git finds them again. */
async function compareAsTexts(
  { git, ends }: Pick<DiffPlace, 'git' | 'ends'>,
  entries: readonly DiffEntry[],
  allowance: PatchAllowance,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DiffEntry>> {
  const compared = new Map<string, DiffEntry>();
  for (let at = 0; at < entries.length; at += ENTRIES_PER_CALL) {
    const batch = entries.slice(at, at + ENTRIES_PER_CALL);
    const paths = batch.flatMap(({ path, previousPath }) => (previousPath === null ? [path] : [path, previousPath]));
    // A path that is no UTF-8 cannot be named on a command line: its file stays missing.
    const asTexts = paths.filter((path) => isUtf8(path)).map((path) => path.toString('utf8'));
    if (asTexts.length === 0) continue;
    for (const entry of await readDiff(git, { ...ends, asTexts }, allowance, signal)) compared.set(keyOf(entry), entry);
  }
  return compared;
}

function withoutText(entry: DiffEntry): DiffEntry {
  return { ...entry, isUnknown: true };
}

/** Only the new side can be read: the whole of it was added. */
function withAddedText(entry: DiffEntry, added: ReadonlyMap<string, DiffEntry>): DiffEntry {
  const found = added.get(keyOf({ ...entry, letter: 'A', previousPath: null }));
  return found === undefined ? withoutText(entry) : { ...entry, sections: found.sections };
}

function withOversizedText(entry: DiffEntry): DiffEntry {
  const sizeBytes = MAX_COMPARED_BYTES;
  return {
    ...entry,
    sections: entry.sections.map((section) => ({ ...section, isBinary: false, text: null, sizeBytes })),
  };
}

function keyOf({ letter, path, previousPath }: Pick<DiffEntry, 'letter' | 'path' | 'previousPath'>): string {
  return [letter, path.toString('latin1'), previousPath?.toString('latin1') ?? ''].join('\0');
}
