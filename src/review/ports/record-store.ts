import type { ReviewRecord } from '../model/record.js';

/** Whose records: a whole installation's (null), or those of some of its repositories. */
export type Erasure = { readonly installationId: number; readonly repositoryIds: readonly number[] | null };

/** Where the records of pull requests are kept. */
export interface RecordStore {
  /** The record as it stands; an empty one when nothing was kept. */
  read(key: string): Promise<ReviewRecord>;
  /**
   * Change a record as a whole: `change` is given what stands and gives what shall, or null to leave it. It may be called again
   * when somebody else was faster, so it must be pure. Resolves with what stands afterwards.
   */
  change(key: string, change: (record: ReviewRecord) => ReviewRecord | null): Promise<ReviewRecord>;
  /** Erase the records, and what was kept of their runs. Gives how many. */
  erase(of: Erasure): Promise<number>;
}
