import type { SourceFile } from '../../../src/review/model/changed-file.js';
import type { PinnedTarget } from '../../../src/review/model/target.js';

/** One line of `src/a.ts` changed. */
export const ONE_LINE_PATCH = '@@ -1,3 +1,3 @@ export function a() {\n first\n-second\n+deux\n third';

/** A modified source file with a small text patch. Its line counts are those of the patch. */
export function aSourceFile(overrides: Partial<SourceFile> = {}): SourceFile {
  const patch = overrides.patch ?? { kind: 'text', text: ONE_LINE_PATCH };
  const count = (mark: RegExp) => (patch.kind === 'text' ? (patch.text.match(mark)?.length ?? 0) : 1);
  return {
    path: 'src/a.ts',
    previousPath: null,
    status: 'modified',
    oldMode: '100644',
    newMode: '100644',
    oldBlob: null,
    newBlob: null,
    additions: count(/^\+/gm),
    deletions: count(/^-/gm),
    patch,
    isConflicted: false,
    isPathEscaped: false,
    ...overrides,
  };
}

/** A pull request pinned to two commits. */
export function aPinnedTarget(overrides: Partial<PinnedTarget> = {}): PinnedTarget {
  return {
    source: 'pull_request',
    repository: { host: 'github.com', id: 7, name: 'octo/shop' },
    label: '#12',
    baseRef: 'main',
    baseSha: 'a'.repeat(40),
    headSha: 'b'.repeat(40),
    mergeBaseSha: 'c'.repeat(40),
    authorText: null,
    snapshot: null,
    ...overrides,
  };
}
