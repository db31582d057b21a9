import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Hunk } from '../../../../src/review/model/patch.js';
import { readPatch } from '../../../../src/review/prepare/index.js';
import { fuzzRuns } from '../../../support/fuzz.js';

const CONTENT = ['', 'a', '@@ -1 +1 @@', '-- a/x', '++ b/x', ' \r', '\\ No newline at end of file', 'é\u2028x'];
const row = fc
  .tuple(fc.constantFrom(' ', '+', '-'), fc.constantFrom(...CONTENT))
  .map(([mark, content]) => mark + content);

type Written = { readonly header: string; readonly rows: readonly string[] };

function write(first: number, rows: readonly string[]): Written {
  const count = (other: string) => rows.filter((text) => !text.startsWith(other)).length;
  return { header: `@@ -${first},${count('+')} +${first},${count('-')} @@ f()`, rows };
}

/** Hunks as git writes them, far enough from each other. */
const patch = fc
  .array(fc.array(row, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })
  .map((hunks) => hunks.map((rows, index) => write(1 + index * 100, rows)));

const textOf = (hunks: readonly Written[]) => hunks.flatMap(({ header, rows }) => [header, ...rows]).join('\n');

const MARKS = { context: ' ', added: '+', removed: '-' } as const;
const rowsOf = (hunk: Hunk) => hunk.lines.map(({ kind, text }) => MARKS[kind] + text);

function isFilled({ lines, oldCount, newCount }: Hunk): boolean {
  const old = lines.filter(({ oldLine }) => oldLine !== null);
  return old.length === oldCount && lines.filter(({ newLine }) => newLine !== null).length === newCount;
}

describe('readPatch on patches of every make', () => {
  it('reads back the rows of every hunk that was written whole', () => {
    fc.assert(
      fc.property(patch, (hunks) => {
        const read = readPatch(textOf(hunks));
        expect(read.isComplete).toBe(true);
        expect(read.hunks.map(rowsOf)).toEqual(hunks.map(({ rows }) => rows));
      }),
      fuzzRuns(100),
    );
  });

  it('never calls a patch whole of which a row was lost or a strange one came in', () => {
    const damage = fc.record({ hunk: fc.nat(), at: fc.nat(), other: fc.constantFrom(null, '+more', '?', '-less') });
    fc.assert(
      fc.property(patch, damage, (hunks, { hunk, at, other }) => {
        const chosen = hunk % hunks.length;
        const damaged = hunks.map(({ header, rows }, index) => {
          const place = at % rows.length;
          const added = other === null ? [] : [other, rows[place] ?? ''];
          return index === chosen ? { header, rows: rows.toSpliced(place, 1, ...added) } : { header, rows };
        });
        expect(readPatch(textOf(damaged)).isComplete).toBe(false);
      }),
      fuzzRuns(100),
    );
  });

  it('gives every hunk of what it calls whole exactly the lines its header counts', () => {
    const cut = fc.record({ from: fc.nat(200), length: fc.nat(60), put: fc.string({ maxLength: 4 }) });
    fc.assert(
      fc.property(patch, cut, (hunks, { from, length, put }) => {
        const text = textOf(hunks);
        const read = readPatch(text.slice(0, from) + put + text.slice(from + length));
        if (read.isComplete) expect(read.hunks.every(isFilled)).toBe(true);
      }),
      fuzzRuns(200),
    );
  });
});
