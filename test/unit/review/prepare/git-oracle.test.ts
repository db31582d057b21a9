import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createLinguistMarks } from '../../../../src/review/prepare/git-attributes.js';
import { readPatch } from '../../../../src/review/prepare/index.js';
import { fuzzRuns } from '../../../support/fuzz.js';
import { rebuild } from '../../../support/rebuild.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-oracle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(args: readonly string[], cwd: string): string {
  const environment = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  return spawnSync('git', args, { cwd, env: environment, encoding: 'utf8' }).stdout;
}

function diff(before: string, after: string, options: readonly string[]): string {
  writeFileSync(join(folder, 'before'), before);
  writeFileSync(join(folder, 'after'), after);
  const output = git([...options, 'diff', '--no-index', '--no-color', 'before', 'after'], folder);
  return output.slice(Math.max(0, output.search(/^@@ /m))).replace(/\n$/, '');
}

const line = fc.constantFrom(
  'a',
  'b',
  '',
  ' ',
  '--- a/x',
  '+++ b/x',
  '@@ -1 +1 @@',
  'diff --git a b',
  'x\r',
  'y\rz',
  '-',
  '\\ No newline at end of file',
  'é\u2028',
);
const content = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.boolean())
  .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));

describe('readPatch against git', () => {
  it.each([
    ['as git prints it', []],
    ['with blanks stripped from empty context', ['-c', 'diff.suppressBlankEmpty=true']],
    ['without context', ['-c', 'diff.context=0']],
  ])('rebuilds the new file from the old one and the patch, %s', (_form, options) => {
    fc.assert(
      fc.property(content, content, (before, after) => {
        fc.pre(before !== after);
        const patch = readPatch(diff(before, after, options));
        expect(patch.isComplete).toBe(true);
        expect(rebuild(patch, before)).toBe(after);
      }),
      fuzzRuns(60),
    );
  });
});

describe('attribute files against git', () => {
  const PATHS = [
    'a.ts',
    'src/a.ts',
    'src/deep/a.ts',
    'src/b.js',
    'src/.hidden',
    'docs/x y.md',
    'src/[x].ts',
    'src/deep/er/z.pb.go',
  ];
  const PATTERNS = [
    '*',
    '*.ts',
    '/a.ts',
    'a.ts',
    'src',
    'src/',
    'src/*',
    'src/**',
    '**/a.ts',
    'src/**/a.ts',
    '**',
    '**/deep/**',
    'src/?.ts',
    'src/[ab].*',
    'src/[!a]*',
    '"docs/x y.md"',
    'src/\\[x\\].ts',
    'deep/a.ts',
    '*.pb.go',
    '.*',
    'src/[[:alpha:]].js',
    'src/deep*/**/z*',
    'sr*a.ts',
  ];

  it('answers as git does, for patterns of every form in nested files', () => {
    const repository = join(folder, 'attributes');
    mkdirSync(join(repository, 'src'), { recursive: true });
    git(['init', '--quiet'], repository);
    const states = ['linguist-generated', '-linguist-generated', 'linguist-generated=false', '!linguist-generated'];
    const rule = fc.tuple(fc.constantFrom(...PATTERNS), fc.constantFrom(...states)).map((words) => words.join(' '));
    const file = fc.array(rule, { minLength: 1, maxLength: 4 }).map((lines) => `# comment\n${lines.join('\n')}\n`);
    fc.assert(
      fc.property(file, file, (root, nested) => {
        writeFileSync(join(repository, '.gitattributes'), root);
        writeFileSync(join(repository, 'src/.gitattributes'), nested);
        const words = git(['check-attr', '-z', 'linguist-generated', ...PATHS], repository).split('\0');
        const byGit = PATHS.map((_path, index) => words[index * 3 + 2]);
        const marksOf = createLinguistMarks(
          new Map([
            ['.gitattributes', root],
            ['src/.gitattributes', nested],
          ]),
        );
        const answers: Record<string, boolean | null> = { set: true, unset: false, false: false, unspecified: null };
        expect(PATHS.map((path) => marksOf(path).isGenerated)).toEqual(byGit.map((word) => answers[word ?? '']));
      }),
      fuzzRuns(60),
    );
  });
});
