import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Page, PageSegment } from '../../../../src/review/model/patch.js';
import { anchorCandidate } from '../../../../src/review/settle/anchor-candidate.js';
import { viewPages } from '../../../../src/review/settle/file-view.js';
import { createQuoteFinder } from '../../../../src/review/settle/find-quote.js';
import { aCandidate, aPage, aSegment } from '../../../support/builders/finding.js';
import { fuzzRuns } from '../../../support/fuzz.js';

const CODE = [
  '',
  '}',
  'a();',
  '  a();',
  '\ta();\r',
  '- item',
  '+1 item',
  '12 | bar',
  'use(\u200bx);',
  'ｕse(y);',
  '# note',
];
const row = fc.tuple(fc.constantFrom(' ', '+', '-'), fc.constantFrom(...CODE)).map(([mark, content]) => mark + content);
const segments = fc
  .array(fc.array(row, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 3 })
  .map((hunks) => hunks.map((rows, hunkIndex) => aSegment(rows, { hunkIndex, newStart: 10 + hunkIndex * 50 })));

function anchored(evidence: string, startLine: number | null, pages: readonly Page[]) {
  return anchorCandidate(aCandidate({ evidence, startLine }), {
    resolvePath: (path) => path,
    views: viewPages(pages),
    findQuote: createQuoteFinder(),
  });
}

function linesNow(hunks: readonly PageSegment[]) {
  return hunks.map(({ lines }) =>
    lines.flatMap(({ newLine, text }) => (newLine === null ? [] : [{ line: newLine, text }])),
  );
}

describe('anchoring, whatever the diff and whatever the quote', () => {
  it('finds lines that stand in one hunk exactly where they were quoted from', () => {
    const place = fc.record({ hunk: fc.nat(), from: fc.nat(), count: fc.integer({ min: 1, max: 6 }) });
    fc.assert(
      fc.property(segments, place, (hunks, { hunk, from, count }) => {
        const lines = linesNow(hunks)[hunk % hunks.length] ?? [];
        const start = lines.length === 0 ? 0 : from % lines.length;
        const quoted = lines.slice(start, start + count);
        const first = quoted.find(({ text }) => text.trim() !== '');
        const last = quoted.findLast(({ text }) => text.trim() !== '');
        fc.pre(first !== undefined && last !== undefined);
        const { location } = anchored(quoted.map(({ text }) => text).join('\n'), first?.line ?? null, [aPage(hunks)]);
        expect(location).toMatchObject({ startLine: first?.line, endLine: last?.line });
      }),
      fuzzRuns(200),
    );
  });

  it('gives either a reason, or no place, or a range of lines that stand in one hunk now', () => {
    const piece = fc.oneof(
      fc.constantFrom(...CODE, '```', '@@ -1 +1 @@', '-', '  10 + a();', '`a();`'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    const evidence = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('\n'));
    const hint = fc.option(fc.oneof(fc.integer({ min: -2, max: 200 }), fc.double()));
    fc.assert(
      fc.property(segments, evidence, hint, (hunks, quote, startLine) => {
        const { location, occurrence, withheld } = anchored(quote, startLine, [aPage(hunks)]);
        expect(occurrence).toBeGreaterThanOrEqual(0);
        if (location === null) return;
        expect(withheld).toBeNull();
        const holds = (lines: readonly { readonly line: number }[], wanted: number) =>
          lines.some(({ line }) => line === wanted);
        const { startLine: start, endLine: end } = location;
        expect(start).toBeLessThanOrEqual(end);
        expect(linesNow(hunks).some((lines) => holds(lines, start) && holds(lines, end))).toBe(true);
      }),
      fuzzRuns(200),
    );
  });
});
