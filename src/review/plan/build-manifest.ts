import type { Limits } from '../limits.js';
import type { Manifest } from '../model/manifest.js';
import type { PreparedTarget } from '../model/prepared-target.js';
import type { Settings } from '../settings.js';

/** Turn target, settings and limits into the immutable plan of a run. Pure, metadata only. */
export function buildManifest(input: {
  readonly prepared: PreparedTarget;
  readonly label: string;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly modelId: string | null;
}): Manifest {
  const { evidence, servingOrder } = input.prepared;
  const files = new Map(evidence.files.map((file) => [file.path, file]));
  return {
    version: 1,
    mode: 'standard',
    targetFingerprint: evidence.fingerprint,
    label: input.label,
    scope: servingOrder.flatMap((path) => {
      const file = files.get(path);
      return file === undefined
        ? []
        : [{ path, pages: file.pages, additions: file.additions, deletions: file.deletions }];
    }),
    leftOut: evidence.files.flatMap(({ path, exclusion }) => (exclusion === null ? [] : [{ path, ...exclusion }])),
    omittedFileCount: evidence.omittedFileCount,
    limits: input.limits,
    minimumSeverity: input.settings.minimum_severity,
    modelId: input.modelId,
  };
}
