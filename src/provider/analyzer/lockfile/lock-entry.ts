import type { Span } from '../check.js';

/** One package as a lock file pins it. */
export type LockEntry = {
  readonly name: string;
  readonly lines: Span;
  /** Where it comes from, as written; null when the file leaves that to the package manager. */
  readonly source: { readonly text: string; readonly line: number } | null;
  /** Whether its content is pinned by a digest. */
  readonly isPinned: boolean;
  /** Whether the kind of file pins such an entry. */
  readonly shouldBePinned: boolean;
  /** The name of the package, where the entry itself says that it is another one. */
  readonly realName: string | null;
};
