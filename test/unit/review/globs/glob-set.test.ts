import { describe, expect, it } from '@jest/globals';
import { compileGitGlob, createGlobSet, isReasonableGlob } from '../../../../src/review/globs/index.js';

const matches = (glob: string, path: string) => createGlobSet([glob])(path);

describe('a glob', () => {
  it.each([
    ['docs/**', 'docs/a/b.md'],
    ['docs/', 'docs/a/b.md'],
    ['./docs/**', 'docs/a.md'],
    ['/docs/**', 'docs/a.md'],
    ['**/*.svg', 'a.svg'],
    ['**/*.svg', 'img/deep/a.svg'],
    ['src/**/a.ts', 'src/a.ts'],
    ['src/**/a.ts', 'src/x/y/a.ts'],
    ['*.ts', '.hidden.ts'],
    ['a*c*e', 'abcde'],
    ['a*b', 'aXbXb'],
    ['?.ts', 'é.ts'],
    ['[a-c].ts', 'b.ts'],
    ['[!a].ts', 'b.ts'],
    ['[^a].ts', 'b.ts'],
    ['[]a].ts', '].ts'],
    ['[a-].ts', '-.ts'],
    ['[d\\]].ts', '].ts'],
    ['[\\d].ts', 'd.ts'],
    ['[[:digit:]x].ts', '7.ts'],
    ['[[:alpha:]].ts', 'Q.ts'],
    ['[[:space:]].ts', ' .ts'],
    ['\\*.ts', '*.ts'],
    ['\\[a].ts', '[a].ts'],
    ['src/{a,b}.ts', 'src/b.ts'],
    ['{src,lib/{x,y}}/*.ts', 'lib/y/a.ts'],
    ['a{,.test}.ts', 'a.ts'],
    ['{a}.ts', '{a}.ts'],
  ])('%j matches %j', (glob, path) => {
    expect(matches(glob, path)).toBe(true);
  });

  it.each([
    ['docs/**', 'docs'],
    ['docs/*', 'docs/a/b.md'],
    ['*.ts', 'src/a.ts'],
    ['docs', 'docs/a.md'],
    ['src/**/a.ts', 'src/xa.ts'],
    ['a*c*e', 'abced'],
    ['?.ts', 'ab.ts'],
    ['?', ''],
    ['[a-c].ts', 'd.ts'],
    ['[!a].ts', 'a.ts'],
    ['[!a].ts', '.ts'],
    ['[\\d].ts', '7.ts'],
    ['[[:digit:]].ts', 'a.ts'],
    ['[[:alpha:]].ts', '7.ts'],
    ['[z-a].ts', 'm.ts'],
    ['[]', 'a'],
    ['[]', ']'],
    ['\\*.ts', 'a.ts'],
    ['\\', ''],
    ['DOCS/**', 'docs/a.md'],
    ['', 'a'],
  ])('%j does not match %j', (glob, path) => {
    expect(matches(glob, path)).toBe(false);
  });
});

describe('a set of globs', () => {
  it('lets the last one that matches decide', () => {
    const isIgnored = createGlobSet(['docs/**', '!docs/api/**', 'docs/api/old.md']);
    const paths = ['docs/a.md', 'docs/api/a.md', 'docs/api/old.md', 'src/a.ts'];
    expect(paths.map(isIgnored)).toEqual([true, false, true, false]);
  });

  it('takes in nothing by a lone exclamation mark, and nothing without a glob', () => {
    expect(createGlobSet(['!docs/**'])('src/a.ts')).toBe(false);
    expect(createGlobSet([])('src/a.ts')).toBe(false);
  });

  it.each([
    ['{a,b}'.repeat(6), true],
    ['{a,b}'.repeat(7), false],
    [`{${'a,'.repeat(63)}a}`, true],
    [`{${'a,'.repeat(64)}a}`, false],
  ])('is reasonable up to 64 variants', (glob, expected) => {
    expect(isReasonableGlob(glob)).toBe(expected);
    if (!expected) expect(() => createGlobSet([glob])).toThrow('was not refused');
  });
});

describe('a pattern of an attributes file', () => {
  it.each([
    ['*.ts', 'src/deep/a.ts', true],
    ['a.ts', 'src/a.ts', true],
    ['/a.ts', 'a.ts', true],
    ['/a.ts', 'src/a.ts', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'lib/src/a.ts', false],
    ['src', 'src/a.ts', false],
    ['src/', 'src/a.ts', false],
    ['src/', 'src', false],
  ])('%j and %j: %s', (pattern, path, expected) => {
    expect(compileGitGlob(pattern)(path)).toBe(expected);
  });
});
