import { describe, expect, it } from '@jest/globals';
import type { Gathered } from '../../../../src/review/gather.js';
import { carryResults, changeDigestOf, toKeptResults } from '../../../../src/review/lifecycle/index.js';
import { type CallResult, NO_USAGE } from '../../../../src/review/model/call.js';
import type { SourceFile } from '../../../../src/review/model/changed-file.js';
import type { Candidate } from '../../../../src/review/model/finding.js';
import { createContentStore, prepareEvidence } from '../../../../src/review/prepare/index.js';
import { settle } from '../../../../src/review/settle/index.js';
import { aCandidate } from '../../../support/builders/finding.js';
import { aCallResult, aFailedCall } from '../../../support/builders/report.js';
import { aPinnedTarget, aSourceFile } from '../../../support/builders/source-file.js';

/** The same call added at two places of one file; in what stands at `lines`. */
const twoCalls = (first: number, second: number) =>
  [first, second].map((line) => `@@ -${line},1 +${line},2 @@ somewhere\n before\n+  charge();`).join('\n');

const fileOf = (patch: string, overrides: Partial<SourceFile> = {}) =>
  aSourceFile({ patch: { kind: 'text', text: patch }, additions: 0, deletions: 0, ...overrides });

function gathered(files: readonly SourceFile[], overrides: Partial<Gathered> = {}): Gathered {
  const prepared = prepareEvidence({
    target: aPinnedTarget(),
    listing: { files, omittedFileCount: 0, limitations: [] },
    binding: 'unavailable',
    settings: { accept: [], ignore: [] },
    attributes: new Map(),
    paths: [],
    store: createContentStore(),
  });
  const instructions = { entries: [], isCut: false };
  return { prepared, instructions, houseRubric: null, sources: new Map(), movement: null, notices: [], ...overrides };
}

const digestOfFiles = (...files: SourceFile[]) => changeDigestOf(gathered(files));
const pagesOf = ({ prepared }: Gathered) => prepared.evidence.files.flatMap(({ path }) => prepared.pagesOf(path));

function carried(
  before: Gathered,
  now: Gathered,
  {
    backwards = false,
    candidates = [],
    digest,
  }: { candidates?: readonly Candidate[]; backwards?: boolean; digest?: string } = {},
): readonly CallResult[] | null {
  const pages = pagesOf(before);
  const readPages = backwards ? pages.toReversed() : pages;
  const kept = toKeptResults(changeDigestOf(before), [aCallResult({ candidates, readPages })]);
  if (kept === null) throw new Error('nothing was kept');
  return carryResults(JSON.parse(JSON.stringify(kept)), digest ?? changeDigestOf(now), now.prepared);
}

describe('changeDigestOf', () => {
  it('is another when the author says something else of the same change', () => {
    const { base, words } = { base: aSourceFile(), words: (title: string) => ({ title, body: '' }) };
    const digests = [
      changeDigestOf(gathered([base])),
      changeDigestOf(gathered([base]), words('a')),
      changeDigestOf(gathered([base]), words('b')),
    ];
    expect(new Set(digests).size).toBe(3);
  });

  it('Q30: is equal for a change that has only moved', () => {
    expect(digestOfFiles(fileOf(twoCalls(10, 50)))).toBe(digestOfFiles(fileOf(twoCalls(14, 70))));
  });

  const submodule = (newCommit: string) => aSourceFile({ patch: { kind: 'submodule', oldCommit: 'a1', newCommit } });
  const renamed = (previousPath: string) =>
    aSourceFile({ status: 'renamed', previousPath, patch: { kind: 'none' }, additions: 0, deletions: 0 });
  const base = fileOf('@@ -1,1 +1,2 @@\n a\n+b');
  it.each<[string, SourceFile, SourceFile]>([
    ['text', base, fileOf('@@ -1,1 +1,2 @@\n a\n+c')],
    ['indentation', base, fileOf('@@ -1,1 +1,2 @@\n a\n+ b')],
    ['what is added and what is context', base, fileOf('@@ -1,2 +1,1 @@\n a\n-b')],
    ['the context', base, fileOf('@@ -1,1 +1,2 @@\n z\n+b')],
    ['where hunks end', fileOf('@@ -1,2 +1,2 @@\n a\n b'), fileOf('@@ -1,1 +1,1 @@\n a\n@@ -9,1 +9,1 @@\n b')],
    ['the last line end', base, fileOf('@@ -1,1 +1,2 @@\n a\n+b\n\\ No newline at end of file')],
    ['the path', base, { ...base, path: 'src/b.ts' }],
    ['the mode', base, { ...base, newMode: '100755' }],
    ['the old name', renamed('src/old.ts'), renamed('src/older.ts')],
    ['the commit of a submodule', submodule('b2'), submodule('b3')],
    ['whether it is read', base, { ...base, patch: { kind: 'binary' } }],
  ])('tells %s apart', (_what, one, other) => {
    expect(digestOfFiles(one)).not.toBe(digestOfFiles(other));
  });

  it('tells more files from fewer', () => {
    expect(digestOfFiles(base)).not.toBe(digestOfFiles(base, { ...base, path: 'src/b.ts' }));
  });

  it('tells other rules of the base apart', () => {
    const rubric = (text: string) => changeDigestOf(gathered([base], { houseRubric: { path: 'rules.md', text } }));
    expect(new Set([changeDigestOf(gathered([base])), rubric('one'), rubric('two')]).size).toBe(3);
  });
});

describe('toKeptResults', () => {
  it.each([
    ['no call was made', []],
    ['a call did not assess', [aCallResult(), aFailedCall()]],
  ])('keeps nothing when %s', (_what, results) => {
    expect(toKeptResults('digest', results)).toBeNull();
  });

  it('keeps no text of the change that was only read', () => {
    const before = gathered([fileOf('@@ -1,1 +1,2 @@\n a\n+a secret plan')]);
    const kept = toKeptResults('digest', [aCallResult({ readPages: pagesOf(before) })]);
    expect(JSON.stringify(kept)).not.toContain('secret plan');
  });
});

describe('carryResults', () => {
  const before = gathered([fileOf(twoCalls(10, 50))]);
  const now = gathered([fileOf(twoCalls(70, 110))]);

  it('gives the answers as read from the pages of now, at no cost', () => {
    const results = carried(before, now, { candidates: [aCandidate()] });
    expect(results).toMatchObject([{ outcome: 'assessed', usage: NO_USAGE, readPages: pagesOf(now) }]);
    expect(results?.[0]?.candidates).toEqual([aCandidate()]);
  });

  it('gives nothing for another change', () => {
    expect(carried(before, now, { digest: 'another' })).toBeNull();
  });

  it('gives nothing when a page that was read is not there', () => {
    expect(carried(before, gathered([]), { digest: changeDigestOf(before) })).toBeNull();
  });

  it.each([
    [11, 71],
    [51, 111],
  ])('places a finding of line %d at the same of two equal lines: %d', (startLine, expected) => {
    const candidates = [aCandidate({ evidence: '  charge();', startLine, endLine: startLine })];
    const results = carried(before, now, { candidates }) ?? [];
    const [finding] = settle({
      candidates: results.flatMap((result) => result.candidates),
      facts: [],
      readPages: results.flatMap(({ readPages }) => readPages),
      evidence: now.prepared.evidence,
      minimumSeverity: 'low',
      isRule: () => false,
    });
    expect(finding?.location?.startLine).toBe(expected);
  });

  it('leaves the line of a finding that is in no hunk, and none where none was said', () => {
    const candidates = [aCandidate({ startLine: 3, endLine: null }), aCandidate({ path: 'src/z.ts', startLine: 60 })];
    expect(carried(before, now, { candidates })?.[0]?.candidates).toEqual(candidates);
  });

  it.each([false, true])('moves lines with their own hunk, whether pages were read backwards: %s', (backwards) => {
    const long = (...shifts: readonly number[]) =>
      shifts.map((shift, hunk) => {
        const start = 1 + 2_000 * hunk + shift;
        const rows = Array.from({ length: 500 }, (_none, row) => `+row ${hunk} ${row} ${'x'.repeat(25)}`);
        return [`@@ -${start},0 +${start},500 @@`, ...rows].join('\n');
      });
    const [one, two] = [gathered([fileOf(long(0, 0, 0).join('\n'))]), gathered([fileOf(long(0, 30, 70).join('\n'))])];
    expect(pagesOf(one).length).toBeGreaterThan(1);
    const candidates = [400, 2_400, 4_400].map((line) => aCandidate({ startLine: line, endLine: line }));
    const results = carried(one, two, { candidates, backwards, digest: changeDigestOf(one) });
    expect(results?.[0]?.candidates.map(({ endLine }) => endLine)).toEqual([400, 2_430, 4_470]);
  });
});
