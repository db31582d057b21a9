import type { ExclusionReason } from './coverage.js';

export const FILE_STATUSES = ['added', 'modified', 'deleted', 'renamed', 'copied', 'type_changed'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** The text of a change as its source gave it. `text` is the bare patch: hunks from the first `@@`, LF between lines, no file header. */
export type SourcePatch =
  | { readonly kind: 'text'; readonly text: string }
  /** No side of the file can be read as text, by its own bytes; never because the change says so of itself. */
  | { readonly kind: 'binary' }
  /** Text, but larger than the runtime is willing to read. */
  | { readonly kind: 'oversized'; readonly sizeBytes: number | null }
  /** Text the source could not give: it is not known what changed. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'submodule'; readonly oldCommit: string | null; readonly newCommit: string | null }
  /** Nothing inside the file changed: a pure rename, a mode change, an empty file. */
  | { readonly kind: 'none' };

/** One changed file as a `ChangeSource` lists it. */
export type SourceFile = {
  readonly path: string;
  readonly previousPath: string | null;
  readonly status: FileStatus;
  /** Git modes such as `100644`; null where the source does not tell. */
  readonly oldMode: string | null;
  readonly newMode: string | null;
  readonly oldBlob: string | null;
  readonly newBlob: string | null;
  readonly additions: number;
  readonly deletions: number;
  readonly patch: SourcePatch;
  /** In conflict in the work tree: its content is nobody's. */
  readonly isConflicted: boolean;
  /** The path's bytes were not UTF-8 and are shown escaped. */
  readonly isPathEscaped: boolean;
};

export type PatchAvailability = 'available' | 'binary' | 'oversized' | 'missing' | 'submodule' | 'none';

/** One changed file as evidence: metadata only, no source text. */
export type ChangedFile = {
  readonly path: string;
  readonly previousPath: string | null;
  readonly status: FileStatus;
  readonly oldMode: string | null;
  readonly newMode: string | null;
  readonly oldBlob: string | null;
  readonly newBlob: string | null;
  readonly additions: number;
  readonly deletions: number;
  readonly patch: PatchAvailability;
  /** Key of the patch text in the content store; null when there is none. */
  readonly patchDigest: string | null;
  readonly exclusion: Exclusion | null;
  /** How many pages serve this file; 0 when excluded. */
  readonly pages: number;
  /** The pages do not hold the whole patch: it was longer than one file's limit, or its source cut it short. */
  readonly cutReason: 'over_budget' | 'patch_missing' | null;
};

/** Why a file is not served. `isAccepted` exclusions do not lower coverage. */
export type Exclusion = { readonly reason: ExclusionReason; readonly isAccepted: boolean };
