import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROW = /^\| ([A-Z]\d{2}) \| (.+) \|$/;
const LIST = 'test/fixtures/README.md';
const rows = readFileSync(LIST, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, cell] = ROW.exec(line) ?? [];
    return id === undefined || cell === undefined ? [] : [{ id, cell }];
  });
const covered = rows.flatMap(({ id, cell }) => {
  const files = [...cell.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file]) => file ?? '');
  return files.length === 0 ? [] : [{ id, files }];
});
const uncovered = rows.filter(({ id }) => !covered.some((case_) => case_.id === id));

/** Ids at the head of a title, or of a row of a table whose title begins with the row: `'B02 P23: reads…'`, `'P05, Q05: a fault…'`. */
function idsOf(text: string): ReadonlySet<string> {
  const heads = text.matchAll(/['"`]((?:[A-Z]\d{2}(?:,? |(?=[:'"`])))+)/g);
  return new Set([...heads].flatMap(([, ids]) => ids?.match(/[A-Z]\d{2}/g) ?? []));
}

const idsIn = new Map(
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((path) => join('test', path))
    .filter((path) => path.endsWith('.test.ts') && path !== 'test/unit/structure/field-cases.test.ts')
    .map((path) => [path, idsOf(readFileSync(path, 'utf8'))]),
);

describe('the list of cases from the field', () => {
  it('holds every case once', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids).toHaveLength(148);
  });

  it('names for every covered case files that have a test with its id', () => {
    const wrong = covered.flatMap(({ id, files }) =>
      files.filter((file) => !existsSync(file) || idsIn.get(file)?.has(id) !== true).map((file) => `${id}: ${file}`),
    );
    expect(wrong).toEqual([]);
    expect(covered.length).toBeGreaterThan(100);
  });

  it('says of every other case that it does not apply or is not there yet, and why', () => {
    for (const { id, cell } of uncovered)
      expect({ id, cell }).toEqual({ id, cell: expect.stringMatching(/^(does not apply|not yet): \S.{30,}/) });
  });

  it('knows every case that has a test', () => {
    const named = new Set(covered.map(({ id }) => id));
    const unnamed = [...idsIn].flatMap(([file, ids]) =>
      [...ids].filter((id) => !named.has(id)).map((id) => `${id}: ${file}`),
    );
    expect(unnamed).toEqual([]);
  });

  it('tells the ids of a title from other words', () => {
    const titles = "it('B02 P23 H09: a'); ['P35 a quota', 1]; ['A13, H05', 2]; ['a permission 403', 3]; it('F60 x')";
    expect([...idsOf(titles)]).toEqual(['B02', 'P23', 'H09', 'P35', 'A13', 'H05', 'F60']);
  });
});
