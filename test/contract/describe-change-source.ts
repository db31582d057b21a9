import { afterEach, describe, expect, it } from '@jest/globals';
import type { ChangeSource } from '../../src/review/index.js';
import {
  A_PNG,
  ACCEPTED_MEDIA,
  ANOTHER_PNG,
  HIDDEN_TEXT,
  LIKE_A_GIF,
  readingOf,
} from '../support/builders/hidden-text.js';
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

/** More than half of it stays, so that every source sees one file that got another name. */
const RENAMED = {
  before: { 'a.py': '# same\n'.repeat(20) },
  after: { 'a.py': null, 'logo.png': `${'# same\n'.repeat(20)}${HIDDEN_TEXT}` },
};

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
      return { target, listing: answer.listing };
    }

    it('lists every kind of change with its counts and its bare patch', async () => {
      const { files } = (await listingOf(BEFORE, AFTER)).listing;
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
      const { listing } = await listingOf(BEFORE, AFTER);
      expect(listing).toMatchObject({ omittedFileCount: 0, limitations: [] });
    });

    describe('a change that brings attributes of its own', () => {
      const ATTRIBUTES = '*.png binary\n*.gif binary\n*.ts -diff\n';

      it.each<[string, Files, Files]>([
        ['an added text under the name of a picture', {}, { 'logo.png': HIDDEN_TEXT }],
        ['a text that begins like a picture', {}, { 'logo.gif': LIKE_A_GIF }],
        ['a text in the place of a picture', { 'logo.png': A_PNG }, { 'logo.png': HIDDEN_TEXT }],
        ['a text that was renamed to a picture and changed', RENAMED.before, RENAMED.after],
        ['an added source file', {}, { 'a.ts': HIDDEN_TEXT }],
        ['a changed source file', { 'a.ts': 'harmless\n' }, { 'a.ts': HIDDEN_TEXT }],
      ])('cannot hide %s', async (_name, before, after) => {
        const { target, listing } = await listingOf(before, { ...after, '.gitattributes': ATTRIBUTES });
        const [path = ''] = Object.keys(after).filter((key) => after[key] !== null);
        const { exclusion, pages } = readingOf(target, listing, path);
        expect(exclusion).toBeNull();
        expect(pages).toMatch(/os\.system|steal/);
      });

      it('cannot hide a text that it deletes under the name of a picture', async () => {
        const before = { 'logo.png': HIDDEN_TEXT, 'logo.gif': LIKE_A_GIF, '.gitattributes': ATTRIBUTES };
        const gone = { 'logo.png': null, 'logo.gif': null };
        const { listing } = await listingOf(before, { ...gone, '.gitattributes': `${ATTRIBUTES}# more\n` });
        expect(listing.files.map(({ patch }) => patch.kind)).toEqual(['text', 'text', 'text']);
      });

      it('gets no picture accepted that took the place of a text', async () => {
        const after = { 'logo.png': A_PNG, '.gitattributes': ATTRIBUTES };
        const { target, listing } = await listingOf({ 'logo.png': HIDDEN_TEXT }, after);
        const exclusion = { reason: 'patch_missing', isAccepted: false };
        expect(readingOf(target, listing, 'logo.png').exclusion).toEqual(exclusion);
      });

      it.each<[string, Files]>([
        ['brings none', {}],
        ['brings some', { '.gitattributes': ATTRIBUTES }],
      ])('leaves real pictures accepted when it %s', async (_name, attributes) => {
        const before = { 'changed.png': A_PNG, 'gone.png': Buffer.alloc(500), 'empty.png': '' };
        const after = {
          'changed.png': ANOTHER_PNG,
          'gone.png': null,
          'empty.png': A_PNG,
          'added.gif': Buffer.from([1, 0, 2]),
        };
        const { target, listing } = await listingOf(before, { ...after, ...attributes });
        for (const path of Object.keys(after)) {
          expect(readingOf(target, listing, path).exclusion).toEqual(ACCEPTED_MEDIA);
        }
      });
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

    it('reads files of the head and never of the base, follows no link and reads no binary', async () => {
      const { source, target } = await pinned(
        { 'a.ts': 'before\n', 'gone.ts': 'gone\n', 'untouched.ts': 'as ever\n', 'kind.ts': 'a file\n' },
        {
          'a.ts': 'after\n',
          'gone.ts': null,
          'Some Folder/neu ö.ts': '\uFEFFgröße 😀\r\n',
          'empty.ts': '',
          'run.sh': { mode: '100755', content: 'echo hi' },
          'kind.ts': { link: 'a.ts' },
          'real.bin': Buffer.from([1, 0, 2]),
          'latin.txt': Buffer.from([0x67, 0x72, 0xfc, 0x6e]),
          'large.ts': 'x'.repeat(101),
          'full.ts': 'x'.repeat(100),
          lib: { submodule: '1'.repeat(40) },
        },
      );
      const asked = 'a.ts gone.ts empty.ts run.sh kind.ts real.bin latin.txt large.ts full.ts lib nowhere.ts'.split(
        ' ',
      );
      const { files, tooLarge } = await source.readHeadFiles(
        target,
        [...asked, 'Some Folder/neu ö.ts'],
        100,
        aSignal(),
      );
      expect(tooLarge).toEqual(['large.ts']);
      expect(Object.fromEntries(files)).toEqual({
        'a.ts': 'after\n',
        'empty.ts': '',
        'run.sh': 'echo hi',
        'full.ts': 'x'.repeat(100),
        'Some Folder/neu ö.ts': '\uFEFFgröße 😀\r\n',
      });
    });

    it('names each file of the head that is larger than wanted once, be it text or not, but no link', async () => {
      const binary = Buffer.concat([Buffer.from([0]), Buffer.alloc(200, 1)]);
      const { source, target } = await pinned(
        { 'a.ts': 'a\n', 'gone.ts': 'x'.repeat(200) },
        { 'a.ts': 'x'.repeat(101), 'b.bin': binary, 'c.ts': { link: 'x'.repeat(120) }, 'gone.ts': null, 'd.ts': 'd\n' },
      );
      const asked = ['a.ts', 'a.ts', 'b.bin', 'c.ts', 'gone.ts', 'd.ts'];
      const { files, tooLarge, isPartial } = await source.readHeadFiles(target, asked, 100, aSignal());
      expect([[...files.keys()], [...tooLarge].sort(), isPartial]).toEqual([['d.ts'], ['a.ts', 'b.bin'], false]);
    });

    it('says that it read all that was asked for of the head', async () => {
      const { source, target } = await pinned({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n', 'c.ts': { link: 'a.ts' } });
      const read = await source.readHeadFiles(target, ['a.ts', 'a.ts', 'c.ts', 'd.ts'], 100, aSignal());
      expect(read).toEqual({ files: new Map([['a.ts', 'b\n']]), tooLarge: [], isPartial: false });
      const none = await source.readHeadFiles(target, [], 100, aSignal());
      expect(none).toEqual({ files: new Map(), tooLarge: [], isPartial: false });
    });

    it('ends with the reason of the signal', async () => {
      const change = await open({ 'a.ts': 'a\n' }, { 'a.ts': 'b\n' });
      opened.push(change);
      const reason = new Error('the person pressed Ctrl-C');
      await expect(change.source.pin(AbortSignal.abort(reason))).rejects.toBe(reason);
    });
  });
}
