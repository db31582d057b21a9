import type { Intent } from '../model/request.js';
import type { StopReason } from '../model/run-stopped.js';

/** Where accepted deliveries go. Resolves when the intent is safely kept; its work starts afterwards, in this order. */
export interface IntentQueue {
  /** `duplicate` when the delivery id is known already. */
  enqueue(intent: Intent): Promise<'enqueued' | 'duplicate'>;
}

/** Where reviews run: a bounded number at once, and of one record (one pull request) only the newest. */
export interface RunSlots {
  /** A run that starts now would have to wait. */
  isFull(): boolean;
  /**
   * Take a place for what a delivery may start, before anything is read: stops that come from now on are kept for it, and the
   * order of the claims says which run of a record is the newest, however long each of them reads.
   */
  claim(record: string): RunClaim;
  /**
   * Stop what runs, waits or still begins for this record and heeds this reason. What is claimed later, or was not claimed before
   * the time that is given, is not touched. Gives how many accepted runs it stopped.
   */
  stop(record: string, stop: StopReason, claimedBeforeMs?: number): number;
}

/** What a run is, as soon as that is known. */
export type RunTerms = {
  /** The head it is about: told by a run that gives way to it. */
  readonly headSha: string | null;
  /** What it would do, as a digest: an equal one that is under way does it already. Null: it has to be done anyway. */
  readonly job: string | null;
  /** It looks at some paths only. */
  readonly isNarrowed: boolean;
  /** Whether a stop for this reason ends it. Being superseded and the end of the service always do. */
  readonly heeds: (stop: StopReason) => boolean;
};

export type Acceptance =
  | {
      readonly kind: 'accepted';
      /**
       * Run `work` when a place is free. A run of the record that was claimed earlier is stopped: its signal aborts with a
       * `RunStopped`. One that was claimed later is not, save a narrowed one by a full one: then this run is superseded itself.
       * Rejects with what `work` rejects with, or with the `RunStopped` when it was stopped before it began.
       */
      readonly run: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
    }
  /** A stop came since the claim, or a newer run of the record has taken over. */
  | { readonly kind: 'stopped'; readonly stop: StopReason }
  /** The same review is under way already. */
  | { readonly kind: 'joined' }
  /** A review of everything is under way, and this narrowed one would take its place. */
  | { readonly kind: 'covered' };

export interface RunClaim {
  /** Say that a run takes place, and which. Asked once. */
  accept(terms: RunTerms): Acceptance;
  /** Give the place back: always, and when everything has been written. */
  release(): void;
}
