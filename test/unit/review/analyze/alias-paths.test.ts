import { describe, expect, it } from '@jest/globals';
import { aliasPaths } from '../../../../src/review/analyze/index.js';
import { aPreparedTarget } from '../../../support/builders/call.js';

/** Joined here, so that no scanner takes them for leaks. */
const TOKEN = ['ghp', '0123456789abcdefghij0123456789'].join('_');
const OTHER = ['ghp', 'abcdefghij0123456789abcdefghij'].join('_');
const KNOWN = 'only-the-check-knows-it';

const target = (...paths: string[]) => aPreparedTarget(paths.map((path) => ({ path, pages: [`@@ page of ${path}`] })));

describe('names of the files of a target', () => {
  it('are left alone without a secret in one', () => {
    const plain = target('src/plain.ts');
    expect(aliasPaths(plain, [KNOWN]).prepared).toBe(plain);
  });

  it('hold no secret, and each leads to the pages of its file', () => {
    const { prepared, aliasOf } = aliasPaths(target(`keys/${TOKEN}.txt`, `keys/${KNOWN}.md`, 'src/plain.ts'), [KNOWN]);
    expect(prepared.servingOrder).toEqual(['keys/[masked].txt', 'keys/[masked].md', 'src/plain.ts']);
    expect(prepared.evidence.files.map(({ path }) => path)).toEqual(prepared.servingOrder);
    expect(prepared.pack.files.entries.every(({ path }) => prepared.servingOrder.includes(path))).toBe(true);
    expect(prepared.pagesOf('keys/[masked].md')).toMatchObject([
      { path: 'keys/[masked].md', text: `@@ page of keys/${KNOWN}.md` },
    ]);
    expect(aliasOf(`keys/${TOKEN}.txt`)).toBe('keys/[masked].txt');
  });

  it('stay different from each other and from those of other files, and keep their endings', () => {
    const { servingOrder, pagesOf } = aliasPaths(
      target(`keys/${TOKEN}.txt`, `keys/${OTHER}.txt`, 'keys/[masked].txt'),
      [],
    ).prepared;
    expect(servingOrder).toEqual(['keys/[masked]~2.txt', 'keys/[masked]~3.txt', 'keys/[masked].txt']);
    expect(servingOrder.map((path) => pagesOf(path)[0]?.text)).toEqual([
      `@@ page of keys/${TOKEN}.txt`,
      `@@ page of keys/${OTHER}.txt`,
      '@@ page of keys/[masked].txt',
    ]);
  });

  it('are masked where a file had another name before', () => {
    const plain = target('src/plain.ts');
    const files = plain.evidence.files.map((file) => ({ ...file, previousPath: `src/${TOKEN}.ts` }));
    const { evidence } = aliasPaths({ ...plain, evidence: { ...plain.evidence, files } }, []).prepared;
    expect(evidence.files).toMatchObject([{ path: 'src/plain.ts', previousPath: 'src/[masked].ts' }]);
  });
});
