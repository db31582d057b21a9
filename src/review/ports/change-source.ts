import type { SourceFile } from '../model/changed-file.js';
import type { Limitation } from '../model/coverage.js';
import type { Binding } from '../model/evidence.js';
import type { Movement, PinnedTarget } from '../model/target.js';

export type FileListing = {
  readonly files: readonly SourceFile[];
  /** Files the source knows to have changed but did not list. */
  readonly omittedFileCount: number;
  readonly limitations: readonly Limitation[];
};

/**
 * Where a change comes from. One instance serves one run.
 * Every method may reject with a `PlumblineError` (the source cannot be read) or the signal's reason.
 */
export interface ChangeSource {
  /** Pin base, head and merge base. Called once, first. */
  pin(signal: AbortSignal): Promise<PinnedTarget>;
  /** How the local repository relates to the pinned head. */
  binding(target: PinnedTarget, signal: AbortSignal): Promise<Binding>;
  /** List every changed file with its patch. `moved` as soon as a page of the listing belongs to another target. */
  listFiles(
    target: PinnedTarget,
    signal: AbortSignal,
  ): Promise<
    | { readonly kind: 'listed'; readonly listing: FileListing }
    | { readonly kind: 'moved'; readonly movement: Extract<Movement, { kind: 'moved' }> }
  >;
  /** Read the ends again and compare commits (in a workspace: the snapshot). Never rejects for a provider failure: that is `unreadable`. */
  recheck(target: PinnedTarget, signal: AbortSignal): Promise<Movement>;
  /**
   * Read files of the base revision (never of the change). Answers only those that exist, are text and have at most
   * `maxBytes` bytes, under the path asked for; `isPartial` when some could not be looked up.
   */
  readBaseFiles(
    target: PinnedTarget,
    paths: readonly string[],
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ readonly files: ReadonlyMap<string, string>; readonly isPartial: boolean }>;
  /**
   * Read changed files as the pinned head has them. Answers only those that exist, are text and have at most `maxBytes` bytes,
   * under the path asked for; `tooLarge` names those that have more; `isPartial` when some could not be looked up. Never rejects
   * for one unreadable file.
   */
  readHeadFiles(
    target: PinnedTarget,
    paths: readonly string[],
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{
    readonly files: ReadonlyMap<string, string>;
    readonly tooLarge: readonly string[];
    readonly isPartial: boolean;
  }>;
}
