import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createContentStore, type FingerprintedFile, targetFingerprint } from '../../../../src/review/prepare/index.js';
import { aPinnedTarget, aSourceFile } from '../../../support/builders/source-file.js';

const FILE: FingerprintedFile = { file: aSourceFile(), patchDigest: 'd'.repeat(64) };
const ORIGINAL = targetFingerprint(aPinnedTarget(), [FILE]);

function withFile(overrides: Parameters<typeof aSourceFile>[0]) {
  return targetFingerprint(aPinnedTarget(), [{ ...FILE, file: aSourceFile(overrides) }]);
}

describe('targetFingerprint', () => {
  it.each([
    ['source', { source: 'git_range' }],
    ['base', { baseSha: 'd'.repeat(40) }],
    ['head', { headSha: 'd'.repeat(40) }],
    ['merge base', { mergeBaseSha: null }],
    ['repository number', { repository: { host: 'github.com', id: 8, name: 'octo/shop' } }],
    ['host', { repository: { host: 'ghe.example', id: 7, name: 'octo/shop' } }],
  ] as const)('changes with the %s', (_what, overrides) => {
    expect(targetFingerprint(aPinnedTarget(overrides), [FILE])).not.toBe(ORIGINAL);
  });

  it('stays the same when a repository with a number gets another name', () => {
    const renamed = aPinnedTarget({ repository: { host: 'github.com', id: 7, name: 'octo/store' } });
    expect(targetFingerprint(renamed, [FILE])).toBe(ORIGINAL);
  });

  it('tells local repositories apart by their names', () => {
    const named = (name: string) => aPinnedTarget({ repository: { host: 'local', id: null, name } });
    expect(targetFingerprint(named('a'), [])).not.toBe(targetFingerprint(named('b'), []));
  });

  it.each([
    ['path', { path: 'src/b.ts' }],
    ['previous path', { previousPath: 'src/old.ts' }],
    ['status', { status: 'added' }],
    ['old mode', { oldMode: '100755' }],
    ['new mode', { newMode: '100755' }],
    ['old blob', { oldBlob: 'e'.repeat(40) }],
    ['new blob', { newBlob: 'e'.repeat(40) }],
    ['kind of patch', { patch: { kind: 'binary' } }],
  ] as const)('changes with the %s of a file', (_what, overrides) => {
    expect(withFile(overrides)).not.toBe(ORIGINAL);
  });

  it('changes with the patch', () => {
    expect(targetFingerprint(aPinnedTarget(), [{ ...FILE, patchDigest: 'e'.repeat(64) }])).not.toBe(ORIGINAL);
  });

  it('changes with the commit of a submodule', () => {
    const bump = (newCommit: string) => withFile({ patch: { kind: 'submodule', oldCommit: null, newCommit } });
    expect(bump('a'.repeat(40))).not.toBe(bump('b'.repeat(40)));
  });

  it('does not depend on the order of the listing', () => {
    const other = { ...FILE, file: aSourceFile({ path: 'b' }) };
    expect(targetFingerprint(aPinnedTarget(), [other, FILE])).toBe(targetFingerprint(aPinnedTarget(), [FILE, other]));
  });

  it('never gives one fingerprint to two different lists of files', () => {
    const word = fc.constantFrom('a', 'b', 'a","b', 'null', '\ud800', '\ufffd', '');
    const file = fc.record({
      path: word,
      previousPath: fc.option(word),
      oldBlob: fc.option(word),
      newBlob: fc.option(word),
    });
    const files = fc.uniqueArray(file, { maxLength: 3, selector: ({ path }) => path });
    const print = (list: readonly { path: string }[]) =>
      targetFingerprint(
        aPinnedTarget(),
        list.map((one) => ({ ...FILE, file: aSourceFile(one) })),
      );
    const sorted = (list: readonly { path: string }[]) =>
      JSON.stringify(
        [...list].sort((left, right) => (left.path < right.path ? -1 : 1)).map((one) => ({ ...aSourceFile(one) })),
      );
    fc.assert(
      fc.property(files, files, (left, right) => {
        expect(print(left) === print(right)).toBe(sorted(left) === sorted(right));
      }),
      { numRuns: 300 },
    );
  });
});

describe('createContentStore', () => {
  it('gives back what was put, under its digest', () => {
    const store = createContentStore();
    const digest = store.put('text');
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(store.get(digest)).toBe('text');
  });

  it('knows nothing of what was never put', () => {
    expect(createContentStore().get('0'.repeat(64))).toBeNull();
  });

  it('keeps texts apart that have the same UTF-8 only because they are broken', () => {
    const store = createContentStore();
    const digests = ['\ud800', '\udfff', '\ufffd', '"\\ud800"'].map((text) => store.put(text));
    expect(new Set(digests).size).toBe(4);
  });
});
