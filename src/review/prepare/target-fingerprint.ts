import { canonicalJson, digestOf } from '../digest.js';
import type { SourceFile } from '../model/changed-file.js';
import type { PinnedTarget } from '../model/target.js';

/** A file with the digest of its patch text; null when its source gave no text. */
export type FingerprintedFile = { readonly file: SourceFile; readonly patchDigest: string | null };

/**
 * Compute the target's fingerprint: sha-256 of the canonical JSON of source, repository, base, head, merge base and, per
 * file, path, previous path, status, modes, blobs and patch. Two different contents never share one; the order in which
 * files were listed, the binding and the limitations do not matter. A repository is its host and number, or its name
 * where it has no number.
 */
export function targetFingerprint(target: PinnedTarget, files: readonly FingerprintedFile[]): string {
  const { host, id, name } = target.repository;
  return digestOf(
    canonicalJson({
      source: target.source,
      repository: id === null ? { host, name } : { host, id },
      baseSha: target.baseSha,
      headSha: target.headSha,
      mergeBaseSha: target.mergeBaseSha,
      files: files.map(toFacts).sort(([left], [right]) => (left < right ? -1 : 1)),
    }),
  );
}

/** A list, not an object: the path comes first so that it can be sorted by, and order keeps the facts apart. */
function toFacts({ file, patchDigest }: FingerprintedFile) {
  return [
    file.path,
    file.previousPath,
    file.status,
    file.oldMode,
    file.newMode,
    file.oldBlob,
    file.newBlob,
    // Without text the source's own description stands in: two commits of a submodule are two contents.
    file.patch.kind === 'text' ? { kind: 'text', digest: patchDigest } : file.patch,
  ] as const;
}
