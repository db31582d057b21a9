/** One line of a hunk. `\ No newline at end of file` is a property of the line before it, never a line. */
export type PatchLine = {
  readonly kind: 'context' | 'added' | 'removed';
  /** Without the leading mark and without the line end; a CR of a CRLF file stays. */
  readonly text: string;
  /** 1-based; null on the side where the line does not exist. */
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly hasNoNewline: boolean;
};

export type Hunk = {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** What git prints after the second `@@`. */
  readonly heading: string;
  readonly lines: readonly PatchLine[];
};

/** A patch of one file as values. `isComplete` is false when a hunk ends before its counts do: the source cut it short. */
export type Patch = { readonly hunks: readonly Hunk[]; readonly isComplete: boolean };

/** Part of a hunk that stands on one page, in order. */
export type PageSegment = { readonly hunkIndex: number; readonly lines: readonly PatchLine[] };

/** A bounded piece of one file's patch, as a reviewer is shown it. */
export type Page = {
  readonly path: string;
  /** 0-based. */
  readonly index: number;
  readonly count: number;
  /** Numbered display text; what is charged to the allowance is its length in characters. */
  readonly text: string;
  readonly segments: readonly PageSegment[];
};
