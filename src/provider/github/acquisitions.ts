import { MAX_ACQUISITIONS } from '../../review/index.js';

/** What one run may still fetch: file pages, and contents of files, many at once or one by one. */
export type Acquisitions = {
  /** Count one before its request goes out; false when none is left. */
  take(): boolean;
};

export function createAcquisitions(limit: number = MAX_ACQUISITIONS): Acquisitions {
  let taken = 0;
  return {
    take() {
      if (taken >= limit) return false;
      taken += 1;
      return true;
    },
  };
}
