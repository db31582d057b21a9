import { describe, expect, it } from '@jest/globals';
import { MAX_EVIDENCE_FILES } from '../../../../src/review/limits.js';
import type { SourceFile } from '../../../../src/review/model/changed-file.js';
import type { FileListing } from '../../../../src/review/ports/index.js';
import { createContentStore, type PreparationInput, prepareEvidence } from '../../../../src/review/prepare/index.js';
import { aPinnedTarget, aSourceFile, ONE_LINE_PATCH } from '../../../support/builders/source-file.js';

function prepare(
  files: readonly SourceFile[],
  overrides: Partial<Omit<PreparationInput, 'listing'>> & { listing?: Partial<FileListing> } = {},
) {
  const { listing, ...rest } = overrides;
  return prepareEvidence({
    target: aPinnedTarget(),
    binding: 'unavailable',
    settings: { accept: [], ignore: [] },
    attributes: new Map(),
    paths: [],
    store: createContentStore(),
    ...rest,
    listing: { files, omittedFileCount: 0, limitations: [], ...listing },
  });
}

function added(count: number): string {
  return [`@@ -0,0 +1,${count} @@`, ...Array.from({ length: count }, (_, index) => `+line ${index}`)].join('\n');
}

function pageTexts(file: Partial<SourceFile>): string[] {
  const source = aSourceFile({ additions: 0, deletions: 0, patch: { kind: 'none' }, ...file });
  return prepare([source])
    .pagesOf(source.path)
    .map(({ text }) => text);
}

describe('one-line pages', () => {
  it.each([
    [{ status: 'renamed', path: 'b.ts', previousPath: 'a.ts' }, 'renamed from a.ts to b.ts'],
    [{ status: 'copied', path: 'b.ts', previousPath: 'a.ts' }, 'copied from a.ts to b.ts'],
    [{ newMode: '100755' }, 'mode 100644 -> 100755'],
    [
      { status: 'renamed', path: 'b', previousPath: 'a', newMode: '100755' },
      'renamed from a to b, mode 100644 -> 100755',
    ],
    [{ status: 'added', oldMode: null }, 'empty file added'],
    [{ status: 'deleted', newMode: null }, 'empty file deleted'],
    [{ oldMode: null, newMode: null }, 'no line of this file changed'],
    [{ status: 'type_changed', newMode: '120000' }, 'type of file changed, mode 100644 -> 120000'],
    [{ patch: { kind: 'submodule', oldCommit: 'a1b2', newCommit: 'c3d4' } }, 'submodule a1b2 -> c3d4'],
    [{ patch: { kind: 'submodule', oldCommit: null, newCommit: 'c3d4' } }, 'submodule added at c3d4'],
    [{ patch: { kind: 'submodule', oldCommit: 'a1b2', newCommit: null } }, 'submodule removed, was at a1b2'],
    [{ status: 'renamed', path: 'b', previousPath: 'a\u202eb\u007fc' }, 'renamed from "a\\u202eb\\u007fc" to b'],
    [{ status: 'renamed', path: 'b', previousPath: 'a\n@@ -1 +1 @@' }, 'renamed from "a\\n@@ -1 +1 @@" to b'],
  ] as const)('serves a change without text as one line: %j', (file, text) => {
    expect(pageTexts(file)).toEqual([text]);
  });

  it('J08: serves a renamed file under its new path and tells the old one', () => {
    const { servingOrder, pagesOf } = prepare([aSourceFile({ status: 'renamed', path: 'b.ts', previousPath: 'a.ts' })]);
    expect(servingOrder).toEqual(['b.ts']);
    expect(pagesOf('b.ts')[0]?.text.startsWith('renamed from a.ts to b.ts\n@@ -1,3 +1,3 @@')).toBe(true);
  });
});

describe('prepareEvidence', () => {
  it('keeps metadata only: no text of the change is in the evidence or the pack', () => {
    const { evidence, pack } = prepare([aSourceFile()]);
    expect(JSON.stringify({ evidence, pack })).not.toContain('deux');
    expect(evidence.files[0]).toMatchObject({
      path: 'src/a.ts',
      patch: 'available',
      pages: 1,
      cutReason: null,
      exclusion: null,
    });
  });

  it('puts a patch into the store under the digest the evidence names', () => {
    const store = createContentStore();
    const { evidence } = prepare([aSourceFile()], { store });
    expect(store.get(evidence.files[0]?.patchDigest ?? '')).toBe(ONE_LINE_PATCH);
  });

  it('has no pages for excluded and unknown paths', () => {
    const { pagesOf, evidence, servingOrder } = prepare([aSourceFile({ path: 'yarn.lock' })]);
    expect(pagesOf('yarn.lock')).toEqual([]);
    expect(pagesOf('nowhere')).toEqual([]);
    expect(servingOrder).toEqual([]);
    expect(evidence.files[0]).toMatchObject({ pages: 0, exclusion: { reason: 'lockfile', isAccepted: false } });
  });

  it('gives as many pages as the evidence counts, and the same ones when asked again', () => {
    const { evidence, pagesOf } = prepare([aSourceFile({ patch: { kind: 'text', text: added(3_500) } })]);
    expect(evidence.files[0]?.pages).toBe(2);
    expect(pagesOf('src/a.ts')).toHaveLength(2);
    expect(pagesOf('src/a.ts')).toBe(pagesOf('src/a.ts'));
  });

  it('T03: says when the pages do not hold the whole patch', () => {
    const files = [
      aSourceFile({ path: 'cut', patch: { kind: 'text', text: '@@ -1,9 +1,9 @@\n a' } }),
      aSourceFile({ path: 'giant', patch: { kind: 'text', text: added(9_000) } }),
    ];
    expect(prepare(files).evidence.files.map(({ cutReason }) => cutReason)).toEqual(['patch_missing', 'over_budget']);
  });

  it.each([
    ['added', { additions: 2, deletions: 1 }],
    ['removed', { additions: 1, deletions: 2 }],
  ])('never calls a patch whole that holds fewer %s lines than were counted', (_side, counts) => {
    const { evidence, pagesOf } = prepare([aSourceFile(counts)]);
    expect(evidence.files[0]?.cutReason).toBe('patch_missing');
    expect(pagesOf('src/a.ts')[0]?.text).toContain('the source gave only a part of this patch');
  });

  it.each([
    ['words that are no patch', { kind: 'text', text: 'too large to show' }, 0],
    ['an empty text beside counted lines', { kind: 'text', text: '' }, 3],
    ['"nothing changed" beside counted lines', { kind: 'none' }, 3],
    ['"nothing changed" beside counted removed lines', { kind: 'none' }, -3],
  ] as const)('P22: calls %s a missing patch, never a reviewed file', (_what, patch, lines) => {
    const counts = { additions: Math.max(0, lines), deletions: Math.max(0, -lines) };
    const { evidence } = prepare([aSourceFile({ patch, ...counts })]);
    expect(evidence.files[0]).toMatchObject({ patch: 'missing', exclusion: { reason: 'patch_missing' } });
  });

  it('takes blank text without counted lines for what it is: nothing inside the file changed', () => {
    const { evidence } = prepare([aSourceFile({ patch: { kind: 'text', text: ' \n' }, additions: 0, deletions: 0 })]);
    expect(evidence.files[0]).toMatchObject({ patch: 'none', exclusion: null });
  });

  it('counts files the source did not list, and says so', () => {
    const { omittedFileCount, limitations } = prepare([aSourceFile()], { listing: { omittedFileCount: 1 } }).evidence;
    expect([omittedFileCount, limitations]).toEqual([1, ['provider_omitted']]);
  });

  it('says so as soon as one file is more than evidence can hold', () => {
    const files = Array.from({ length: MAX_EVIDENCE_FILES + 1 }, (_none, at) => aSourceFile({ path: `src/${at}.ts` }));
    const { omittedFileCount, limitations } = prepare(files).evidence;
    expect([omittedFileCount, limitations]).toEqual([1, ['too_many_files']]);
    expect(prepare(files.slice(1)).evidence.limitations).toEqual([]);
  });

  it('Q17, O11: serves source first, then tests, then the rest, small before large, ties by path', () => {
    const big = { patch: { kind: 'text', text: added(50) } } as const;
    const files = [
      aSourceFile({ path: 'logs/run-1.log' }),
      aSourceFile({ path: 'README.md' }),
      aSourceFile({ path: 'src/big.ts', ...big }),
      aSourceFile({ path: 'src/z.ts' }),
      aSourceFile({ path: 'src/b.ts' }),
      aSourceFile({ path: 'pkg/a_test.go' }),
      aSourceFile({ path: 'Dockerfile' }),
    ];
    const order = ['Dockerfile', 'src/b.ts', 'src/z.ts', 'src/big.ts', 'pkg/a_test.go', 'README.md', 'logs/run-1.log'];
    expect(prepare(files).servingOrder).toEqual(order);
    expect(prepare([...files].reverse()).servingOrder).toEqual(order);
  });

  it('narrows to exactly the named files and folders, by new and old path, and tells what matched nothing', () => {
    const files = [
      aSourceFile({ path: 'src/api/a.ts' }),
      aSourceFile({ path: 'src/apiary.ts' }),
      aSourceFile({ path: 'lib/new.ts', previousPath: 'lib/old.ts', status: 'renamed' }),
      aSourceFile({ path: 'docs/x.ts' }),
    ];
    const paths = ['./src/api/', 'lib/old.ts', 'src/API', '/', '../x'];
    const { evidence, unmatchedPaths } = prepare(files, { paths });
    expect(evidence.files.map(({ path }) => path)).toEqual(['lib/new.ts', 'src/api/a.ts']);
    expect(unmatchedPaths).toEqual(['src/API', '/', '../x']);
  });

  it.each(['', '/etc/passwd', 'a/../b', '..', 'a\0b'])('refuses a listing with the path %j', (path) => {
    expect(() => prepare([aSourceFile({ path })])).toThrow('internal error: the source listed the path');
    expect(() => prepare([aSourceFile({ previousPath: path })])).toThrow('internal error: the source listed the path');
  });

  it.each(['Scripts/Some Folder/test.sh', 'a b/x b/y.ts', 'src/é"\t.ts', 'a..b/c', ' lead'])(
    'S02: keeps the path %j as it is',
    (path) => {
      expect(prepare([aSourceFile({ path })]).servingOrder).toEqual([path]);
    },
  );

  it('takes the same entry told twice for one, and refuses two different ones', () => {
    expect(prepare([aSourceFile(), aSourceFile()]).evidence.files).toHaveLength(1);
    expect(() => prepare([aSourceFile(), aSourceFile({ additions: 9 })])).toThrow('listed twice');
  });

  it('counts files beyond what evidence can hold, keeping source, and does not forget them in the fingerprint', () => {
    const many = Array.from({ length: MAX_EVIDENCE_FILES + 2 }, (_, index) =>
      aSourceFile({ path: `data/${index}.json` }),
    );
    const files = [...many, aSourceFile({ path: 'z.ts' })];
    const { evidence, servingOrder } = prepare(files);
    expect(evidence.files).toHaveLength(MAX_EVIDENCE_FILES);
    expect(evidence.omittedFileCount).toBe(3);
    expect(evidence.limitations).toEqual(['too_many_files']);
    expect(servingOrder[0]).toBe('z.ts');
    expect(prepare(files.slice(1)).evidence.fingerprint).not.toBe(evidence.fingerprint);
  });

  it('tells of a mutable workspace and of files the provider left out', () => {
    const { evidence } = prepare([aSourceFile()], {
      target: aPinnedTarget({ source: 'workspace' }),
      listing: { omittedFileCount: 4, limitations: ['acquisitions_spent', 'provider_omitted'] },
    });
    expect(evidence.limitations).toEqual(['mutable_workspace', 'provider_omitted', 'acquisitions_spent']);
    expect(evidence.omittedFileCount).toBe(4);
  });

  it('has a fingerprint that binding and limitations do not touch', () => {
    const { fingerprint } = prepare([aSourceFile()]).evidence;
    const other = prepare([aSourceFile()], {
      binding: 'matching_clean',
      listing: { limitations: ['acquisitions_spent'] },
    });
    expect(other.evidence.fingerprint).toBe(fingerprint);
  });

  it('tells oversized contents apart though it keeps neither', () => {
    const giant = (end: string) =>
      aSourceFile({ patch: { kind: 'text', text: `@@ -0,0 +1 @@\n+${'x'.repeat(8_000_001)}${end}` } });
    const [left, right] = [prepare([giant('a')]).evidence, prepare([giant('b')]).evidence];
    expect(left.files[0]).toMatchObject({ patch: 'oversized', patchDigest: null });
    expect(left.fingerprint).not.toBe(right.fingerprint);
  });

  it('S04: prepares 20 MB over 3,000 files without holding the pages', () => {
    const lines = Array.from({ length: 160 }, (_, index) => `+line ${index} ${'of usual length '.repeat(2)}`);
    const patch = { kind: 'text', text: ['@@ -0,0 +1,160 @@', ...lines].join('\n') } as const;
    const files = Array.from({ length: 3_000 }, (_, index) => aSourceFile({ path: `src/${index}.ts`, patch }));
    expect(prepare(files).evidence.files.every(({ pages }) => pages === 1)).toBe(true);
  });
});
