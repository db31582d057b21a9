import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fileAt, namesOf, readTarget } from '../../../support/builders/git-target.js';
import { createGitRepository, type GitRepository } from '../../../support/git-repository.js';
import type { Files } from '../../../support/github-world/git-import.js';

let shop: GitRepository;

beforeEach(() => {
  shop = createGitRepository();
});

afterEach(() => {
  shop.remove();
});

async function changed(before: Files, after: Files) {
  shop.commit(before);
  shop.commit(after);
  return (await readTarget(shop, { kind: 'commit', sha: 'HEAD' })).files;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

it('finds a copy of a changed file', async () => {
  const files = await changed({ 'a.ts': numbered(20) }, { 'a.ts': `${numbered(20)}more\n`, 'b.ts': numbered(20) });
  expect(namesOf(files)).toEqual(['copied b.ts <- a.ts', 'modified a.ts']);
});

it('tells a file that became a link as one file with both its texts', async () => {
  const files = await changed({ 'a.txt': 'one\ntwo\n' }, { 'a.txt': { link: '../outside' } });
  expect(files).toHaveLength(1);
  expect(files[0]).toMatchObject({
    status: 'type_changed',
    oldMode: '100644',
    newMode: '120000',
    additions: 1,
    deletions: 2,
    patch: {
      kind: 'text',
      text: '@@ -1,2 +0,0 @@\n-one\n-two\n@@ -0,0 +1 @@\n+../outside\n\\ No newline at end of file',
    },
  });
});

it('tells a file that became a submodule with its text, and reads on correctly after it', async () => {
  const files = await changed({ lib: 'text\n', 'z.ts': 'a\n' }, { lib: { submodule: '3'.repeat(40) }, 'z.ts': 'b\n' });
  expect(fileAt(files, 'lib')).toMatchObject({ status: 'type_changed', patch: { kind: 'text' } });
  expect(fileAt(files, 'z.ts').patch).toEqual({ kind: 'text', text: '@@ -1 +1 @@\n-a\n+b' });
});

it('tells a new and a removed submodule', async () => {
  const added = await changed({}, { lib: { submodule: '1'.repeat(40) } });
  expect(added[0]).toMatchObject({ status: 'added', patch: { oldCommit: null, newCommit: '1'.repeat(40) } });
  shop.git('update-index', '--force-remove', 'lib');
  shop.git('commit', '--quiet', '--message', 'Remove');
  const { files } = await readTarget(shop, { kind: 'commit', sha: 'HEAD' });
  expect(files[0]).toMatchObject({ status: 'deleted', patch: { oldCommit: '1'.repeat(40), newCommit: null } });
});

it('reads content that looks like a diff as content', async () => {
  const trap = '--- a/x\n+++ b/x\ndiff --git a/y b/y\n@@ -1 +1 @@\nBinary files a/z and b/z differ\nindex 1..2\n';
  const files = await changed({ 'a.txt': 'x\n', 'b.txt': trap }, { 'a.txt': trap, 'b.txt': 'x\n' });
  expect(files.map(({ additions, deletions }) => [additions, deletions])).toEqual([
    [6, 1],
    [1, 6],
  ]);
  expect(fileAt(files, 'a.txt').patch).toMatchObject({ text: expect.stringContaining('\n+diff --git a/y b/y\n') });
});

it('keeps line ends of every kind byte for byte', async () => {
  const files = await changed({ 'a.txt': 'one\r\ntwo\rthree\n\n' }, { 'a.txt': 'one\r\ntwo\rTHREE\n\n' });
  expect(files[0]?.patch).toEqual({
    kind: 'text',
    text: '@@ -1,3 +1,3 @@\n one\r\n-two\rthree\n+two\rTHREE\n ',
  });
});

it('tells blobs and modes', async () => {
  const files = await changed({ 'run.sh': 'a\n' }, { 'run.sh': { mode: '100755', content: 'a\n' } });
  const blob = shop.git('rev-parse', 'HEAD:run.sh');
  expect(files[0]).toMatchObject({
    oldMode: '100644',
    newMode: '100755',
    oldBlob: blob,
    newBlob: blob,
    patch: { kind: 'none' },
  });
});

it('tells a patch that is too large with its size, and the files around it in full', async () => {
  const files = await changed({}, { 'a.ts': 'a\n', 'big.txt': 'x'.repeat(9_000_000), 'c.ts': 'c\n' });
  expect(fileAt(files, 'big.txt')).toMatchObject({ additions: 1, patch: { kind: 'oversized' } });
  expect(fileAt(files, 'c.ts').patch).toEqual({ kind: 'text', text: '@@ -0,0 +1 @@\n+c' });
});

it('G09: tells a small change of a file of 2.9 MB by its hunk alone', async () => {
  const large = numbered(260_000);
  const files = await changed({ 'openapi.json': large }, { 'openapi.json': large.replace('line 9000\n', 'LINE\n') });
  const { patch } = fileAt(files, 'openapi.json');
  expect(large.length).toBeGreaterThan(2_900_000);
  expect(patch.kind === 'text' && patch.text.split('\n')).toHaveLength(9);
});

it('S04: reads a diff of more than 20 MB', async () => {
  const text = numbered(80_000);
  const many = Array.from({ length: 24 }, (_, index) => [`f${index}.txt`, text]);
  const files = await changed({}, Object.fromEntries(many));
  expect(files.reduce((sum, file) => sum + file.additions, 0)).toBe(24 * 80_000);
  expect(files.every((file) => file.patch.kind === 'text')).toBe(true);
});

it('reads 3,000 files in one go', async () => {
  const paths = Array.from({ length: 3_000 }, (_, index) => `src/d${index % 50}/f${index}.ts`);
  const files = await changed({}, Object.fromEntries(paths.map((path, index) => [path, `text ${index % 60}\n`])));
  expect(files).toHaveLength(3_000);
  expect(fileAt(files, 'src/d49/f2999.ts').patch).toEqual({ kind: 'text', text: '@@ -0,0 +1 @@\n+text 59' });
});
