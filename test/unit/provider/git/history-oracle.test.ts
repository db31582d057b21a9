import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createGitChangeSource } from '../../../../src/provider/git/index.js';
import type { SourceFile } from '../../../../src/review/model/changed-file.js';
import { readPatch } from '../../../../src/review/prepare/index.js';
import { aSignal } from '../../../support/builders/git-target.js';
import { createGitRepository, type GitRepository } from '../../../support/git-repository.js';
import type { Files } from '../../../support/github-world/git-import.js';
import { rebuild } from '../../../support/rebuild.js';

const ENVIRONMENT = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

function git(directory: string, args: readonly string[], input = ''): string {
  const { status, stderr, stdout } = spawnSync('git', args, {
    cwd: directory,
    env: ENVIRONMENT,
    encoding: 'utf8',
    input,
    maxBuffer: 500_000_000,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

async function filesOf(directory: string, sha: string): Promise<readonly SourceFile[]> {
  const request = { kind: 'commit', sha } as const;
  const source = createGitChangeSource({ directory, request, environment: ENVIRONMENT });
  const answer = await source.listFiles(await source.pin(aSignal()), aSignal());
  if (answer.kind !== 'listed') throw new Error('the target moved');
  return answer.listing.files;
}

/** Texts of blobs as git has them; no object and an empty one are both the empty text. */
function blobsOf(directory: string, names: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  let output = Buffer.from(git(directory, ['cat-file', '--batch'], names.join('\n')));
  for (const name of names) {
    const end = output.indexOf(10);
    const size = Number(output.subarray(0, end).toString().split(' ')[2]);
    known.set(name, output.subarray(end + 1, end + 1 + size).toString());
    output = output.subarray(end + 2 + size);
  }
  return known;
}

const isZero = (name: string | null) => name === null || /^0+$/.test(name);

/** Every changed path once, and for every text the new side exactly as the patch makes it from the old one. */
async function expectToAgree(directory: string, sha: string): Promise<number> {
  const files = await filesOf(directory, sha);
  const told = files.flatMap(({ path, previousPath, status }) =>
    previousPath === null || status === 'copied' ? [path] : [path, previousPath],
  );
  const names = [
    'diff-tree',
    '-r',
    '-z',
    '--root',
    '-m',
    '--first-parent',
    '--no-commit-id',
    '--no-renames',
    '--name-only',
  ];
  expect(told.sort()).toEqual(
    git(directory, [...names, sha])
      .split('\0')
      .filter(Boolean)
      .sort(),
  );
  const texts = files.filter(({ patch }) => patch.kind === 'text');
  const wanted = texts.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob]).filter((name) => !isZero(name));
  const blobs = blobsOf(directory, [...new Set(wanted as string[])]);
  for (const { additions, deletions, newBlob, oldBlob, patch, path } of texts) {
    const read = readPatch(patch.kind === 'text' ? patch.text : '');
    const lines = read.hunks.flatMap((hunk) => hunk.lines.map(({ kind }) => kind));
    const counted = [
      lines.filter((kind) => kind === 'added').length,
      lines.filter((kind) => kind === 'removed').length,
    ];
    expect([path, read.isComplete, ...counted]).toEqual([path, true, additions, deletions]);
    expect(rebuild(read, blobs.get(oldBlob ?? '') ?? '')).toBe(blobs.get(newBlob ?? '') ?? '');
  }
  return texts.length;
}

describe('a generated history', () => {
  let shop: GitRepository;
  let count = 0;
  beforeAll(() => {
    shop = createGitRepository();
  });
  afterAll(() => shop.remove());

  const row = fc.constantFrom(
    'a',
    'b',
    '',
    ' ',
    '-- a/x',
    '++ b/x',
    '@@ -1 +1 @@',
    'x\r',
    'é\u2028',
    '\\ No newline at end of file',
  );
  const text = fc
    .tuple(fc.array(row, { maxLength: 30 }), fc.constantFrom('\n', ''))
    .map(([rows, end]) => rows.join('\n') + end);
  const path = fc.constantFrom('a.ts', 'x b/x', 'größe.ts', 'tab\there', '"q"', 'deep/er/z.go', '-rf', 'no end');
  const change: fc.Arbitrary<Files> = fc.dictionary(
    path,
    fc.oneof(
      text,
      text,
      text.map((content) => ({ mode: '100755' as const, content })),
      fc.constant(null),
    ),
    { minKeys: 1, maxKeys: 5 },
  );

  it('is read as git has it, commit by commit', async () => {
    await fc.assert(
      fc.asyncProperty(change, async (files) => {
        const present = new Set(shop.git('ls-files', '-z').split('\0'));
        const possible = Object.entries(files).filter(([name, content]) => content !== null || present.has(name));
        count += 1;
        const sha = shop.commit({ ...Object.fromEntries(possible), count: `${count}\n` });
        await expectToAgree(shop.directory, sha);
      }),
      { numRuns: 15 },
    );
  });
});

/** The project's own latest commits; where there are none (an archive, a shallow clone), its own texts in two commits. */
function ownHistory(shop: GitRepository): { readonly directory: string; readonly commits: readonly string[] } {
  const asks = ['rev-parse', '--is-shallow-repository'];
  const own = spawnSync('git', asks, { cwd: process.cwd(), env: ENVIRONMENT, encoding: 'utf8' });
  if (own.stdout.trim() === 'false') {
    const log = git(process.cwd(), ['log', '--format=%H', '-n', '8', 'HEAD']);
    return { directory: process.cwd(), commits: log.split('\n').filter(Boolean) };
  }
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const texts = paths.map((path) => [path, readFileSync(`src/${path}`, 'utf8')] as const);
  const shortened = texts.map(([path, text]) => [path, text.replace(/^import .*\n/gm, '')]);
  return {
    directory: shop.directory,
    commits: [shop.commit(Object.fromEntries(shortened)), shop.commit(Object.fromEntries(texts))],
  };
}

describe('the history of this project', () => {
  it('is read as git has it, merges against their first parent', async () => {
    const shop = createGitRepository();
    const { commits, directory } = ownHistory(shop);
    let read = 0;
    for (const sha of commits) read += await expectToAgree(directory, sha);
    shop.remove();
    expect(read).toBeGreaterThan(0);
  });
});
