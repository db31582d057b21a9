import type { Limits } from '../limits.js';
import type { Severity } from './finding.js';

/** Modes that exist. */
export const MODES = ['standard'] as const;
export type Mode = (typeof MODES)[number];

/** The immutable plan of a run: metadata only. Printed by `--preview`. */
export type Manifest = {
  readonly version: 1;
  readonly mode: Mode;
  readonly targetFingerprint: string;
  readonly label: string;
  /** Files that will be served, in the order in which they are served. */
  readonly scope: readonly {
    readonly path: string;
    readonly pages: number;
    readonly additions: number;
    readonly deletions: number;
  }[];
  /** Files that will not, with the reason. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly isAccepted: boolean }[];
  readonly omittedFileCount: number;
  /** Of the pages to be read, estimated from the length of their text at the worst measured density. */
  readonly estimatedTokens: number;
  readonly limits: Limits;
  readonly minimumSeverity: Severity;
  /** Null: static checks alone. */
  readonly modelId: string | null;
};
