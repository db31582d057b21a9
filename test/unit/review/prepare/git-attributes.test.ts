import { describe, expect, it } from '@jest/globals';
import { createExclusionRules, excludeFile } from '../../../../src/review/prepare/exclude-file.js';
import { attributeCandidates } from '../../../../src/review/prepare/index.js';
import { aSourceFile } from '../../../support/builders/source-file.js';

function reasonOf(path: string, attributes: Record<string, string>) {
  const rules = createExclusionRules({ ignore: [], accept: [] }, new Map(Object.entries(attributes)));
  return excludeFile(aSourceFile({ path }), rules)?.reason ?? null;
}

describe('attributeCandidates', () => {
  it('lists the root and every folder above a changed file, shallow ones first', () => {
    expect(attributeCandidates(['src/api/a.ts', 'src/b.ts', 'README.md'])).toEqual([
      '.gitattributes',
      'src/.gitattributes',
      'src/api/.gitattributes',
    ]);
  });

  it('looks 64 levels deep at most, and at 20,000 folders, the shallow ones first', () => {
    const deep = Array.from({ length: 3_000 }, (_, index) => `${index}/${'d/'.repeat(1_000)}a.ts`);
    expect(attributeCandidates(deep.slice(0, 1))).toHaveLength(65);
    const candidates = attributeCandidates(deep);
    expect(candidates).toHaveLength(20_000);
    expect(candidates).toContain('2999/.gitattributes');
  });

  it('asks for nothing when nothing changed', () => {
    expect(attributeCandidates([])).toEqual([]);
  });
});

describe('the base attribute files', () => {
  it.each([
    ['linguist-generated', 'generated'],
    ['linguist-generated=true', 'generated'],
    ['linguist-vendored', 'vendored'],
    ['text eol=lf linguist-generated', 'generated'],
    ['linguist-generated=false', null],
    ['-linguist-generated', null],
    ['linguist-generated-not', null],
    ['diff', null],
  ])('C12: excludes a file by the base attribute %s: %s', (attribute, reason) => {
    expect(reasonOf('src/a.ts', { '.gitattributes': `src/*.ts ${attribute}\n` })).toBe(reason);
  });

  it('takes back what a path rule says', () => {
    const attributes = { '.gitattributes': 'vendor/** -linguist-vendored\nyarn.lock linguist-generated=false\n' };
    expect(reasonOf('vendor/x.go', attributes)).toBeNull();
    expect(reasonOf('yarn.lock', attributes)).toBeNull();
  });

  it('lets the last matching line win', () => {
    const text = '*.ts linguist-generated\nsrc/a.ts -linguist-generated\n';
    expect(reasonOf('src/a.ts', { '.gitattributes': text })).toBeNull();
    expect(reasonOf('src/b.ts', { '.gitattributes': text })).toBe('generated');
  });

  it('lets a deeper file win over a higher one, and speak of its own folder only', () => {
    const attributes = {
      '.gitattributes': '*.ts linguist-generated',
      'src/.gitattributes': '/a.ts -linguist-generated',
    };
    expect(reasonOf('src/a.ts', attributes)).toBeNull();
    expect(reasonOf('a.ts', attributes)).toBe('generated');
    expect(reasonOf('src/deep/a.ts', attributes)).toBe('generated');
  });

  it('goes back to the path rules after an exclamation mark', () => {
    const text = '* -linguist-generated\n*.pb.go !linguist-generated';
    expect(reasonOf('x.pb.go', { '.gitattributes': text })).toBe('generated');
  });

  it('reads a quoted pattern with blanks and quotes in it, and a quote inside a pattern as itself', () => {
    const text = '"a b.ts" linguist-generated\n"a\\"b.ts" linguist-generated\nb" linguist-generated\n';
    const attributes = { '.gitattributes': text };
    expect(['a b.ts', 'a"b.ts', 'b"', 'b'].map((path) => reasonOf(path, attributes))).toEqual([
      'generated',
      'generated',
      'generated',
      null,
    ]);
  });

  it('takes comments and macros for no patterns', () => {
    const text = '# linguist-generated\n!x linguist-generated\n[attr]a linguist-generated\n';
    const attributes = { '.gitattributes': text };
    expect(['#', '!x', '[attr]a', 'ta'].map((path) => reasonOf(path, attributes))).toEqual([null, null, null, null]);
  });

  it('survives patterns that make no sense', () => {
    const text = '[z-a] linguist-generated\n[ linguist-generated\n\\ linguist-generated\n!x linguist-generated\n"';
    expect(reasonOf('src/a.ts', { '.gitattributes': text })).toBeNull();
  });
});
