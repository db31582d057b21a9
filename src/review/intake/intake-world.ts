import type { Limits } from '../limits.js';
import type { Intent } from '../model/request.js';
import type {
  Analyzer,
  Clock,
  Journal,
  Log,
  RecordStore,
  RepositoryHost,
  ReviewModel,
  RunSlots,
} from '../ports/index.js';

/** Everything the intake of one repository's deliveries stands on. */
export type IntakeWorld = {
  readonly host: RepositoryHost;
  /**
   * Wait until the host can be asked, for hours if need be; called before anything is read. Rejects when it will never be,
   * or the process ends first.
   */
  readonly reach: () => Promise<void>;
  /** Aborted, with a `RunStopped`, when the process is about to end: nothing more is read or begun. */
  readonly signal: AbortSignal;
  /** Take turns at reading what deliveries are about: a few of the process's deliveries at once, in their order. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Null: static checks alone read the change. */
  readonly model: ReviewModel | null;
  readonly analyzers: readonly Analyzer[];
  readonly slots: RunSlots;
  readonly records: RecordStore;
  /** A run that the end of the process cuts short is taken up again by another one. Otherwise its check has to be ended now. */
  readonly isDurable: boolean;
  /** What a run has paid for; the same for a run that is taken up again. */
  readonly journalFor: (runId: string) => Journal;
  /** Keep a delivery once more whose run did not end, so that it is begun again with what it has paid for. */
  readonly takeUp: (intent: Intent) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Log;
  /** What the operator allows one run at most. */
  readonly ceiling: Limits;
  /** Key of a pull request's record: host, repository id and number, because names are reused. */
  readonly recordOf: (pullRequest: number) => string;
  /** Commits that were told under the default name of checks that nothing could be read, as `recordOf` and head. */
  readonly toldUnread: Set<string>;
  /** A fresh unguessable text for each run. */
  readonly newSecret: () => string;
};
