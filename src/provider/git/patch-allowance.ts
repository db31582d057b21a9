import { MAX_PATCH_BYTES } from '../../review/index.js';

/** Of all patches of one listing: far more than any reviewer is served, and little enough to stand in memory. */
const MAX_KEPT_BYTES = 64_000_000;

/** What one listing may still keep. A patch that does not fit is counted to its end and told as `oversized`. */
export type PatchAllowance = {
  /** True while a patch of this many bytes may be kept. */
  fits(sizeBytes: number): boolean;
  spend(sizeBytes: number): void;
};

export function createPatchAllowance(
  maxPatchBytes: number = MAX_PATCH_BYTES,
  maxKeptBytes: number = MAX_KEPT_BYTES,
): PatchAllowance {
  let keptBytes = 0;
  return {
    fits: (sizeBytes) => sizeBytes <= maxPatchBytes && keptBytes + sizeBytes <= maxKeptBytes,
    spend(sizeBytes) {
      keptBytes += sizeBytes;
    },
  };
}
