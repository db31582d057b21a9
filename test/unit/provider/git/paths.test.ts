import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fileAt, namesOf, readTarget, UNCOMMITTED } from '../../../support/builders/git-target.js';
import { createGitRepository, type GitRepository } from '../../../support/git-repository.js';

let shop: GitRepository;

beforeEach(() => {
  shop = createGitRepository();
  shop.commit({ 'README.md': 'r\n' });
});

afterEach(() => {
  shop.remove();
});

const HARD_PATHS = [
  'Scripts/Some Folder/test.sh',
  'a b/a b/x b/y',
  'x b/x',
  ' leading and trailing ',
  'tab\tin it',
  'line\nbreak',
  'line\ndiff --git a/README.md b/README.md',
  'carriage\rreturn',
  'quote"d',
  "it's",
  'back\\slash',
  'bell\u0007 escape\u001b delete\u007f',
  'größe/日本語/😀.ts',
  'e\u0301 decomposed',
  '-rf',
  '--output=x',
  ':(top)magic',
  '*.ts',
  '[a]?.ts',
  '$(touch hacked);`id`',
  '@@ -1 +1 @@',
  '.hidden/.file',
];

it('S01 S02: keeps every path as it is, in one listing, with the right patch', async () => {
  shop.commit(Object.fromEntries(HARD_PATHS.map((path, index) => [path, `old ${index}\n`])));
  shop.commit(Object.fromEntries(HARD_PATHS.map((path, index) => [path, `new ${index}\n`])));
  const { files } = await readTarget(shop, { kind: 'commit', sha: 'HEAD' });
  const told = new Map(files.map((file) => [file.path, file.patch]));
  const expected = HARD_PATHS.map((path, index) => {
    return [path, { kind: 'text', text: `@@ -1 +1 @@\n-old ${index}\n+new ${index}` }] as const;
  });
  expect(told).toEqual(new Map(expected));
  expect(files.some((file) => file.isPathEscaped)).toBe(false);
});

it('S01 S02: keeps them in the work tree as well, changed, staged and untracked', async () => {
  const [changed, staged, untracked] = [0, 1, 2].map((rest) => HARD_PATHS.filter((_, index) => index % 3 === rest));
  shop.commit(Object.fromEntries((changed ?? []).map((path) => [path, 'old\n'])));
  shop.write(Object.fromEntries((staged ?? []).map((path) => [path, 'staged\n'])));
  shop.git('add', '--all');
  shop.write(Object.fromEntries((changed ?? []).map((path) => [path, 'changed\n'])));
  shop.write(Object.fromEntries((untracked ?? []).map((path) => [path, 'untracked\n'])));
  const { files } = await readTarget(shop, UNCOMMITTED);
  expect(new Set(files.map((file) => file.path))).toEqual(new Set(HARD_PATHS));
  for (const path of untracked ?? [])
    expect(fileAt(files, path).patch).toMatchObject({ text: '@@ -0,0 +1 @@\n+untracked' });
});

it('keeps the old path of a renamed file that looks like a header', async () => {
  const text = 'one\ntwo\nthree\nfour\nfive\n';
  shop.commit({ 'x b/x': text });
  shop.commit({ 'x b/x': null, 'y "b/y': `${text}six\n` });
  const { files } = await readTarget(shop, { kind: 'commit', sha: 'HEAD' });
  expect(namesOf(files)).toEqual(['renamed y "b/y <- x b/x']);
});

describe('bytes that are not UTF-8', () => {
  const LATIN = Buffer.from('caf\xe9.ts', 'latin1');

  it('are shown escaped in a path and said to be', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${shop.directory}/`), LATIN]), 'a\n');
    const uncommitted = await readTarget(shop, UNCOMMITTED);
    shop.commit({});
    const committed = await readTarget(shop, { kind: 'commit', sha: 'HEAD' });
    for (const { files } of [uncommitted, committed]) {
      expect(fileAt(files, 'caf\\xE9.ts')).toMatchObject({ isPathEscaped: true, additions: 1 });
    }
  });

  it('never make two files look like one', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${shop.directory}/`), LATIN]), 'a\n');
    shop.commit({ 'caf\\xE9.ts': 'b\n' });
    const { files } = await readTarget(shop, { kind: 'commit', sha: 'HEAD' });
    expect(new Set(files.map((file) => file.path)).size).toBe(2);
  });

  it('are replaced in content', async () => {
    shop.commit({ 'old.txt': Buffer.from('na\xefve\n', 'latin1') });
    const { files } = await readTarget(shop, { kind: 'commit', sha: 'HEAD' });
    expect(fileAt(files, 'old.txt').patch).toEqual({ kind: 'text', text: '@@ -0,0 +1 @@\n+na\ufffdve' });
  });
});
