import { createGlobSet } from '../globs/index.js';
import { MAX_PATCH_BYTES } from '../limits.js';
import type { Exclusion, SourceFile, SourcePatch } from '../model/changed-file.js';
import { ACCEPTED_KINDS, type AcceptableKind, type ExclusionReason } from '../model/coverage.js';
import type { Settings } from '../settings.js';
import { createLinguistMarks, type LinguistMarks } from './git-attributes.js';
import { hasPathKind, isLockfilePath, isMediaPath } from './path-kinds.js';

/** What the base revision says about files: its settings and its `.gitattributes` files (path → text). Never the change's own. */
export type ExclusionRules = {
  readonly isIgnored: (path: string) => boolean;
  readonly marksOf: (path: string) => LinguistMarks;
  readonly accepted: ReadonlySet<string>;
};

type Step = readonly [ExclusionReason, (file: SourceFile, marks: LinguistMarks, rules: ExclusionRules) => boolean];

/**
 * The fixed order in which a file is asked; the first step that says yes gives the reason. Steps look at the path, at the
 * source's own facts and at the base's rules. None looks inside the file: words in a change can neither hide nor excuse it.
 */
const STEPS: readonly Step[] = [
  ['ignore', ({ path }, _marks, rules) => rules.isIgnored(path)],
  // A picture's name on a readable text is no picture: it would be the easiest place to hide code.
  ['media', ({ path, patch }) => isMediaPath(path) && patch.kind === 'binary'],
  ['lockfile', ({ path }, marks) => marks.isGenerated !== false && isLockfilePath(path)],
  ['vendored', ({ path }, marks) => marks.isVendored ?? hasPathKind(path, 'vendored')],
  ['generated', ({ path }, marks) => marks.isGenerated ?? hasPathKind(path, 'generated')],
  ['minified', isWritten('minified')],
  ['source_map', isWritten('source_map')],
  ['snapshot', isWritten('snapshot')],
  ['conflicted', ({ isConflicted }) => isConflicted],
  ['path_not_utf8', ({ isPathEscaped }) => isPathEscaped],
  ['binary', ({ patch }) => patch.kind === 'binary'],
  ['oversized', ({ patch }) => isOversized(patch)],
  ['patch_missing', ({ patch }) => patch.kind === 'missing'],
];

/** Compile the base's rules once for all files of a target. */
export function createExclusionRules(
  settings: Pick<Settings, 'accept' | 'ignore'>,
  attributes: ReadonlyMap<string, string>,
): ExclusionRules {
  return {
    isIgnored: createGlobSet(settings.ignore),
    marksOf: createLinguistMarks(attributes),
    accepted: new Set<string>([...ACCEPTED_KINDS, ...settings.accept]),
  };
}

/**
 * Say why a file is not served, or null when it is. The order is fixed and the first match wins: ignore, media, lockfile,
 * vendored, generated, minified, source_map, snapshot, conflicted, path_not_utf8, binary, oversized, patch_missing.
 * The base's `linguist-generated=false` lifts every kind that means "written by a tool" (lockfile, generated, minified,
 * source_map, snapshot), `linguist-vendored=false` lifts vendored. Ignored files and media are accepted, the kinds in the
 * settings' `accept` too; nothing else is.
 */
export function excludeFile(file: SourceFile, rules: ExclusionRules): Exclusion | null {
  const marks = rules.marksOf(file.path);
  const reason = STEPS.find(([, applies]) => applies(file, marks, rules))?.[0];
  return reason === undefined ? null : { reason, isAccepted: rules.accepted.has(reason) };
}

/** A patch larger than MAX_PATCH_BYTES of UTF-8, or one its source would not read. */
export function isOversized(patch: SourcePatch): boolean {
  if (patch.kind !== 'text') return patch.kind === 'oversized';
  return patch.text.length > MAX_PATCH_BYTES || Buffer.byteLength(patch.text, 'utf8') > MAX_PATCH_BYTES;
}

function isWritten(kind: AcceptableKind): Step[1] {
  return ({ path }, marks) => marks.isGenerated !== false && hasPathKind(path, kind);
}
