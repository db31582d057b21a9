import { BYTES_PER_TOKEN, type Limits } from '../limits.js';
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
    estimatedTokens: estimateTokens(input.prepared),
    limits: input.limits,
    minimumSeverity: input.settings.minimum_severity,
    modelId: input.modelId,
  };
}

function estimateTokens({ pagesOf, servingOrder }: PreparedTarget): number {
  const sizes = servingOrder.flatMap((path) => pagesOf(path).map(({ text }) => Buffer.byteLength(text, 'utf8')));
  return Math.ceil(sizes.reduce((sum, sizeBytes) => sum + sizeBytes, 0) / BYTES_PER_TOKEN);
}
