import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { GitTargetRequest } from '../../../../src/provider/git/index.js';
import { fileAt, readTarget, UNCOMMITTED } from '../../../support/builders/git-target.js';
import {
  A_PNG,
  ACCEPTED_MEDIA,
  ANOTHER_PNG,
  HIDDEN_TEXT,
  LIKE_A_GIF,
  readingOf,
} from '../../../support/builders/hidden-text.js';
import { createGitRepository, type GitRepository } from '../../../support/git-repository.js';
import type { Files } from '../../../support/github-world/git-import.js';

let shop: GitRepository;

beforeEach(() => {
  shop = createGitRepository();
});

afterEach(() => {
  shop.remove();
});

type How = 'committed' | 'uncommitted';

async function change(before: Files, after: Files, how: How = 'committed') {
  shop.commit({ 'other.ts': 'o\n', ...before });
  if (how === 'committed') shop.commit(after);
  else shop.write(after);
  const request: GitTargetRequest = how === 'committed' ? { kind: 'commit', sha: 'HEAD' } : UNCOMMITTED;
  const { target, files } = await readTarget(shop, request);
  const listing = { files, omittedFileCount: 0, limitations: [] };
  return { files, reading: (path: string) => readingOf(target, listing, path) };
}

const ATTRIBUTES = '*.png binary\n*.gif binary\n*.ts -diff\n*.py diff=custom\n';
describe.each<How>(['committed', 'uncommitted'])('attributes of a change, %s,', (how) => {
  it.each([
    ['an added text under the name of a picture', {}, { 'logo.png': HIDDEN_TEXT }, 'logo.png'],
    ['a text that begins like a picture', {}, { 'logo.gif': LIKE_A_GIF }, 'logo.gif'],
    ['an added source file', {}, { 'a.ts': HIDDEN_TEXT }, 'a.ts'],
    ['a changed source file', { 'a.ts': 'harmless\n' }, { 'a.ts': HIDDEN_TEXT }, 'a.ts'],
    ['a text in the place of a picture', { 'logo.png': A_PNG }, { 'logo.png': HIDDEN_TEXT }, 'logo.png'],
    [
      'a text that was renamed to a picture and changed',
      { 'a.py': `${HIDDEN_TEXT}${'# same\n'.repeat(20)}` },
      { 'a.py': null, 'logo.png': `${'# same\n'.repeat(20)}${HIDDEN_TEXT}` },
      'logo.png',
    ],
  ])('do not hide %s', async (_name, before, after, path) => {
    const { reading } = await change(before, { ...after, '.gitattributes': ATTRIBUTES }, how);
    const { exclusion, pages } = reading(path);
    expect(exclusion).toBeNull();
    expect(pages).toMatch(/os\.system|steal/);
  });

  it('do not hide a deleted text under the name of a picture', async () => {
    const before = { 'logo.png': HIDDEN_TEXT, '.gitattributes': ATTRIBUTES };
    const { files } = await change(before, { 'logo.png': null }, how);
    expect(fileAt(files, 'logo.png')).toMatchObject({ additions: 0, deletions: 2, patch: { kind: 'text' } });
  });

  it('do not accept a picture that took the place of a text', async () => {
    const before = { 'logo.png': HIDDEN_TEXT };
    const { reading } = await change(before, { 'logo.png': A_PNG, '.gitattributes': ATTRIBUTES }, how);
    expect(reading('logo.png').exclusion).toEqual({ reason: 'patch_missing', isAccepted: false });
  });

  it.each([
    ['added', {}, { 'logo.png': A_PNG }],
    ['changed', { 'logo.png': A_PNG }, { 'logo.png': ANOTHER_PNG }],
    ['deleted', { 'logo.png': A_PNG }, { 'logo.png': null }],
    ['written over an empty file', { 'logo.png': '' }, { 'logo.png': A_PNG }],
  ])('leave a real picture accepted that was %s', async (_name, before, after) => {
    const { reading } = await change(before, { ...after, '.gitattributes': ATTRIBUTES }, how);
    expect(reading('logo.png').exclusion).toEqual(ACCEPTED_MEDIA);
  });
});

describe('what git calls binary', () => {
  const BOTH = { 'a.ts': HIDDEN_TEXT, 'logo.png': A_PNG };

  it.each([
    [
      'attributes that only this clone has',
      () => appendFileSync(join(shop.directory, '.git/info/attributes'), '* -diff\n'),
    ],
    [
      'an attributes file of the configuration',
      () => {
        shop.git('config', 'core.attributesFile', '.mine');
        appendFileSync(join(shop.directory, '.git/info/exclude'), '.mine\n');
        shop.write({ '.mine': '* binary\n' });
      },
    ],
    [
      'a driver that says so',
      () => {
        shop.git('config', 'diff.custom.binary', 'true');
        appendFileSync(join(shop.directory, '.git/info/attributes'), '*.ts diff=custom\n');
      },
    ],
    ['a size beyond which nothing is a text', () => shop.git('config', 'core.bigFileThreshold', '1')],
  ])('is asked of the bytes, whatever is set up: %s', async (_name, setUp) => {
    setUp();
    const { reading } = await change({}, BOTH);
    expect(reading('a.ts').exclusion).toBeNull();
    expect(reading('a.ts').pages).toContain('os.system');
    expect(reading('logo.png').exclusion).toEqual(ACCEPTED_MEDIA);
  });

  it('compares a hidden text as git does any other', async () => {
    const lines = (word: string) => `${'one\n'.repeat(9)}${word}\n${'two\n'.repeat(9)}`;
    const { files } = await change({ 'a.ts': lines('old') }, { 'a.ts': lines('new'), '.gitattributes': '* -diff\n' });
    expect(fileAt(files, 'a.ts')).toMatchObject({
      additions: 1,
      deletions: 1,
      patch: { kind: 'text', text: '@@ -7,7 +7,7 @@ one\n one\n one\n one\n-old\n+new\n two\n two\n two' },
    });
  });

  it('reveals many hidden files at once, paths with every kind of letter among them', async () => {
    const names = Array.from({ length: 230 }, (_, index) => `Some Folder/ö *${index}?.ts`);
    const after = Object.fromEntries(names.map((name) => [name, `${name}\n`]));
    const { files } = await change({}, { ...after, '.gitattributes': '* -diff\n' });
    expect(names.map((name) => fileAt(files, name).patch)).toEqual(
      names.map((name) => ({ kind: 'text', text: `@@ -0,0 +1 @@\n+${name}` })),
    );
  });

  it('does not believe the bytes of a work tree that git would store as another text', async () => {
    const utf16 = Buffer.from(`\uFEFF${HIDDEN_TEXT}`, 'utf16le');
    const attributes = '*.png working-tree-encoding=UTF-16 -diff\n';
    const { reading } = await change(
      { 'logo.png': 'harmless\n' },
      { 'logo.png': utf16, '.gitattributes': attributes },
      'uncommitted',
    );
    expect(reading('logo.png').exclusion).not.toEqual(ACCEPTED_MEDIA);
  });

  it('looks past the beginning of large files and keeps the others apart', async () => {
    const large = Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from([0])]);
    const { files } = await change(
      {},
      { 'a.png': large, 'b.png': Buffer.concat([A_PNG, large]), 'c.ts': 'c\n', '.gitattributes': '* -diff\n' },
    );
    expect(['a.png', 'b.png', 'c.ts'].map((path) => fileAt(files, path).patch.kind)).toEqual([
      'text',
      'binary',
      'text',
    ]);
  });
});
