import type { Finding } from '../model/finding.js';
import type { Conclusion, Report } from '../model/report.js';
import type { ProgressPhase } from './progress.js';

/** The end of a check: a report, or a plain notice when no review took place. */
export type Completion =
  | { readonly kind: 'report'; readonly report: Report }
  | {
      readonly kind: 'notice';
      readonly conclusion: Conclusion;
      readonly title: string;
      /** One paragraph each. */
      readonly lines: readonly string[];
    };

/** The same completion after another look at what it speaks of. Never rejects: what cannot be read again is unknown. */
export type LookAgain = () => Promise<Completion>;

/** One check run's life: opened once, told of progress, completed exactly once. */
export interface CheckPublisher {
  /**
   * Look for the run's own check first, create it otherwise. While GitHub cannot be reached it is tried again, for hours if
   * need be, so a place where reviews run is not kept waiting for it. Rejects when it will not succeed. Safe to call again.
   */
  open(start: { readonly headSha: string; readonly isQueued: boolean }): Promise<void>;
  progress(phase: ProgressPhase): void;
  /** Say why the check stays as it is, open. No progress is shown afterwards. Never rejects. */
  leave?(words: string): Promise<void>;
  /**
   * Do ahead whatever completing a report with these findings takes, so that its one last write follows the last look at the
   * target at once. Never rejects: what fails here is done again by `complete`. No progress is shown afterwards.
   */
  prepare?(findings: readonly Finding[]): Promise<void>;
  /**
   * Writes everything and the conclusion last. Resolves only when the check stands completed. While GitHub cannot take it, it
   * is held and tried again, for hours if need be; `lookAgain` is asked for the completion anew before every sending but the
   * first, and before that one when the last look is old. Rejects when it will not succeed or the process ends first: then the check is left as it is.
   */
  complete(completion: Completion, lookAgain?: LookAgain): Promise<void>;
}
