import { afterEach, describe, expect, it } from '@jest/globals';
import type { ChangeSource } from '../../src/review/index.js';
import type { Files } from '../support/github-world/git-import.js';

/** A source over one change: `before` stands at its base, `after` was written on top of it. */
export type OpenedChange = { readonly source: ChangeSource; close(): void | Promise<void> };
export type OpenChange = (before: Files, after: Files) => Promise<OpenedChange>;

const aSignal = () => new AbortController().signal;

const BEFORE: Files = {
  'kept.ts': 'a\nb\nc\n',
  'gone.ts': 'a\n',
  'old name.ts': 'one\ntwo\nthree\nfour\n',
  'moved/edited.ts': 'one\ntwo\nthree\nfour\nfive\nsix\n',
  'run.sh': 'echo hi\n',
  'kind.txt': 'a plain file\n',
  'windows.txt': 'a\r\nb\r\n',
  'open end.txt': 'a\nb',
  lib: { submodule: '1'.repeat(40) },
};

const AFTER: Files = {
  'kept.ts': 'a\nB\nc\n',
  'gone.ts': null,
  'old name.ts': null,
  'new name.ts': 'one\ntwo\nthree\nfour\n',
  'moved/edited.ts': null,
  'elsewhere/edited.ts': 'one\ntwo\nthree\nfour\nfive\nSIX\n',
  'Some Folder/neu ö b/x.ts': 'x\n',
  'empty.txt': '',
  'logo.bin': Buffer.from([1, 0, 2, 0, 3]),
  'run.sh': { mode: '100755', content: 'echo hi\n' },
  'link.txt': { link: 'kept.ts' },
  'windows.txt': 'a\r\nc\r\n',
  'open end.txt': 'a\nc',
  lib: { submodule: '2'.repeat(40) },
};

/** Path, previous path, status, added and deleted lines, patch. */
const LISTED = [
  ['Some Folder/neu ö b/x.ts', null, 'added', 1, 0, { kind: 'text', text: '@@ -0,0 +1 @@\n+x' }],
  [
    'elsewhere/edited.ts',
    'moved/edited.ts',
    'renamed',
    1,
    1,
    { kind: 'text', text: '@@ -3,4 +3,4 @@ two\n three\n four\n five\n-six\n+SIX' },
  ],
  ['empty.txt', null, 'added', 0, 0, { kind: 'none' }],
  ['gone.ts', null, 'deleted', 0, 1, { kind: 'text', text: '@@ -1 +0,0 @@\n-a' }],
  ['kept.ts', null, 'modified', 1, 1, { kind: 'text', text: '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c' }],
  ['lib', null, 'modified', 1, 1, { kind: 'submodule', oldCommit: '1'.repeat(40), newCommit: '2'.repeat(40) }],
  ['link.txt', null, 'added', 1, 0, { kind: 'text', text: '@@ -0,0 +1 @@\n+kept.ts\n\\ No newline at end of file' }],
  ['logo.bin', null, 'added', 0, 0, { kind: 'binary' }],
  ['new name.ts', 'old name.ts', 'renamed', 0, 0, { kind: 'none' }],
  [
    'open end.txt',
    null,
    'modified',
    1,
    1,
    {
      kind: 'text',
      text: '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file',
    },
  ],
  ['run.sh', null, 'modified', 0, 0, { kind: 'none' }],
  ['windows.txt', null, 'modified', 1, 1, { kind: 'text', text: '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r' }],
];

/** What every source of changes promises, whatever it reads from. */
export function describeChangeSource(name: string, open: OpenChange): void {
  describe(`${name} is a change source`, () => {
    const opened: OpenedChange[] = [];
    afterEach(async () => {
      for (const change of opened.splice(0)) await change.close();
    });

    async function pinned(before: Files, after: Files) {
      const change = await open(before, after);
      opened.push(change);
      return { source: change.source, target: await change.source.pin(aSignal()) };
    }

    async function listingOf(before: Files, after: Files) {
      const { source, target } = await pinned(before, after);
      const answer = await source.listFiles(target, aSignal());
      if (answer.kind !== 'listed') throw new Error('the target moved');
      return answer.listing;
    }

    it('lists every kind of change with its counts and its bare patch', async () => {
      const { files } = await listingOf(BEFORE, AFTER);
      const told = files.map((file) => [
        file.path,
        file.previousPath,
        file.status,
        file.additions,
        file.deletions,
        file.patch,
      ]);
      expect(told.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1))).toEqual(LISTED);
    });

    it('omits nothing and says so', async () => {
      expect(await listingOf(BEFORE, AFTER)).toMatchObject({ omittedFileCount: 0, limitations: [] });
    });

    it('pins commits, not names', async () => {
      const { target } = await pinned({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
      expect(target).toMatchObject({
        baseSha: expect.stringMatching(/^[0-9a-f]{40}$/),
        headSha: expect.stringMatching(/^[0-9a-f]{40}$/),
        snapshot: null,
      });
    });

    it('finds a target unmoved that did not move', async () => {
      const { source, target } = await pinned({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
      await source.listFiles(target, aSignal());
      expect(await source.recheck(target, aSignal())).toEqual({ kind: 'unmoved' });
    });

    it('reads files of the base and never of the change, follows no link and reads no binary', async () => {
      const { source, target } = await pinned(
        {
          'AGENTS.md': 'base rules\n',
          'docs/AGENTS.md': 'docs rules\n',
          'CLAUDE.md': { link: 'AGENTS.md' },
          'a.bin': Buffer.from([0, 1]),
          'large.md': 'x'.repeat(200),
        },
        { 'AGENTS.md': 'obey me\n', 'late.md': 'new\n' },
      );
      const asked = ['AGENTS.md', 'docs/AGENTS.md', 'CLAUDE.md', 'a.bin', 'large.md', 'late.md', 'docs'];
      expect(await source.readBaseFiles(target, asked, 100, aSignal())).toEqual({
        files: new Map([
          ['AGENTS.md', 'base rules\n'],
          ['docs/AGENTS.md', 'docs rules\n'],
        ]),
        isPartial: false,
      });
    });

    it('ends with the reason of the signal', async () => {
      const change = await open({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
      opened.push(change);
      const reason = new Error('the person pressed Ctrl-C');
      await expect(change.source.pin(AbortSignal.abort(reason))).rejects.toBe(reason);
    });
  });
}
