import { describe, expect, it } from '@jest/globals';
import {
  hasNoLineCounts,
  listedPatch,
  toFileStatus,
  toSourceFile,
} from '../../../../src/provider/github/to-source-file.js';
import { sha } from '../../../support/builders/scripted-github.js';
import { aTinyFile } from '../../../support/builders/tiny-pull-request.js';

describe('mapping a listed file', () => {
  it.each([
    ['added', 'added'],
    ['removed', 'deleted'],
    ['modified', 'modified'],
    ['renamed', 'renamed'],
    ['copied', 'copied'],
    ['changed', 'type_changed'],
    ['unchanged', 'modified'],
    ['a word of tomorrow', 'modified'],
  ])('maps the status %s to %s', (status, expected) => {
    expect(toFileStatus(status)).toBe(expected);
  });

  it('keeps spaces and case of a path, and the previous one', () => {
    const entry = aTinyFile({
      filename: 'Scripts/Some Folder/Test.sh',
      previous_filename: 'old.sh',
      status: 'renamed',
    });
    expect(toSourceFile(entry, { kind: 'none' })).toMatchObject({
      path: 'Scripts/Some Folder/Test.sh',
      previousPath: 'old.sh',
      newBlob: sha('1'),
      oldBlob: null,
    });
  });

  it('takes the blob of a removed file for the old side', () => {
    expect(toSourceFile(aTinyFile({ status: 'removed' }), { kind: 'none' })).toMatchObject({
      oldBlob: sha('1'),
      newBlob: null,
    });
  });

  it('keeps the text of a patch as it is', () => {
    const patch = '@@ -1 +1 @@\n-a\r\n+b\r';
    expect(listedPatch(aTinyFile({ patch }))).toEqual({ kind: 'text', text: patch });
  });

  it('knows an empty file by its blob', () => {
    const entry = aTinyFile({ status: 'added', sha: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391', patch: undefined });
    expect(listedPatch(entry)).toEqual({ kind: 'none' });
  });

  it('says nothing of a file without a patch', () => {
    expect(listedPatch(aTinyFile({ patch: undefined }))).toBeNull();
    expect(hasNoLineCounts(aTinyFile({ additions: 0, deletions: 0 }))).toBe(true);
  });
});

describe('telling a submodule', () => {
  const [older, newer] = [sha('d'), sha('e')];
  const patch = `@@ -1 +1 @@\n-Subproject commit ${older}\n+Subproject commit ${newer}`;

  it('reads both commits of a moved one', () => {
    expect(listedPatch(aTinyFile({ patch, sha: newer }))).toEqual({
      kind: 'submodule',
      oldCommit: older,
      newCommit: newer,
    });
  });

  it('reads the one commit of an added and of a removed one', () => {
    const added = aTinyFile({ status: 'added', sha: newer, patch: `@@ -0,0 +1 @@\n+Subproject commit ${newer}` });
    expect(listedPatch(added)).toEqual({ kind: 'submodule', oldCommit: null, newCommit: newer });
    const removed = aTinyFile({ status: 'removed', sha: older, patch: `@@ -1 +0,0 @@\n-Subproject commit ${older}` });
    expect(listedPatch(removed)).toEqual({ kind: 'submodule', oldCommit: older, newCommit: null });
  });

  it('does not take a text file with the same words for one', () => {
    expect(listedPatch(aTinyFile({ patch, sha: sha('1') }))?.kind).toBe('text');
    expect(listedPatch(aTinyFile({ patch: `${patch}\n+more`, sha: newer }))?.kind).toBe('text');
  });
});
