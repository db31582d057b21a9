import { describe, expect, it } from '@jest/globals';
import { aliasPaths } from '../../../../src/review/analyze/index.js';
import { aPreparedTarget } from '../../../support/builders/call.js';
import { aCandidate } from '../../../support/builders/finding.js';
import { aCallResult } from '../../../support/builders/report.js';

/** Joined here, so that no scanner takes them for leaks. */
const TOKEN = ['ghp', '0123456789abcdefghij0123456789'].join('_');
const OTHER = ['ghp', 'abcdefghij0123456789abcdefghij'].join('_');
const KNOWN = 'only-the-check-knows-it';

const target = (...paths: string[]) => aPreparedTarget(paths.map((path) => ({ path, pages: ['@@ -1 +1 @@'] })));
const prepared = () => target(`keys/${TOKEN}.txt`, `keys/${OTHER}.txt`, `keys/${KNOWN}.md`, 'src/plain.ts');

describe('names of files before a reviewer', () => {
  it('are left alone without a secret in one', () => {
    const plain = target('src/plain.ts');
    expect(aliasPaths(plain, [], [KNOWN]).prepared).toBe(plain);
  });

  it('hold no secret, differ from each other, and serve the pages of their files', () => {
    const shown = aliasPaths(prepared(), [], [KNOWN]).prepared;
    expect(shown.servingOrder).toEqual([
      'keys/[masked].txt',
      'keys/[masked].txt~2',
      'keys/[masked].md',
      'src/plain.ts',
    ]);
    expect(shown.evidence.files.map(({ path }) => path)).toEqual(shown.servingOrder);
    for (const path of shown.servingOrder) {
      const [page] = shown.pagesOf(path);
      expect(page?.path).toBe(path);
    }
    expect(JSON.stringify([shown, shown.servingOrder.map(shown.pagesOf)])).not.toMatch(
      new RegExp(`${TOKEN}|${OTHER}|${KNOWN}`),
    );
  });

  it('are the files’ own again in what the reviewer said', () => {
    const { prepared: shown, restore } = aliasPaths(prepared(), [], [KNOWN]);
    const readPages = shown.servingOrder.flatMap((path) => shown.pagesOf(path));
    const candidates = [aCandidate({ path: 'keys/[masked].txt~2' }), aCandidate({ path: 'src/plain.ts' })];
    const result = restore(aCallResult({ candidates, readPages }));
    expect(result.candidates.map(({ path }) => path)).toEqual([`keys/${OTHER}.txt`, 'src/plain.ts']);
    expect(result.readPages.map(({ path }) => path)).toEqual(prepared().servingOrder);
  });

  it('are masked in what static checks said of them', () => {
    const candidate = { ...aCandidate({ path: `keys/${TOKEN}.txt` }), startLine: 1, endLine: 1 };
    const { facts } = aliasPaths(prepared(), [{ candidate, lines: [], occurrence: 0 }], []);
    expect(facts[0]?.candidate.path).toBe('keys/[masked].txt');
  });
});
