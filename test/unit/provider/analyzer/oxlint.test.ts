import { describe, expect, it } from '@jest/globals';
import { createAnalyzers } from '../../../../src/provider/analyzer/index.js';
import { aHeadFile } from '../../../support/builders/head-file.js';

const [oxlint] = createAnalyzers({ environment: {}, program: '/nowhere' });

async function check(...files: ReturnType<typeof aHeadFile>[]) {
  const result = await oxlint!.analyze(files, new AbortController().signal);
  return { ...result, told: result.findings.map(({ path, startLine, ruleId }) => `${path}:${startLine} ${ruleId}`) };
}

/** Files that differ in one thing, looked at in one run. */
function checkAll(texts: readonly string[], ending = 'js') {
  return check(...texts.map((text, index) => aHeadFile({ path: `${index}.${ending}`, text })));
}

describe('oxlint', () => {
  it.each(['js', 'jsx', 'ts', 'tsx', 'mjs', 'cjs', 'mts', 'cts', 'd.ts', 'TS'])('covers .%s', (ending) => {
    expect(oxlint!.covers(`src/a.${ending}`)).toBe(true);
  });

  it.each(['a.py', 'ts', 'a.json', '.oxlintrc.json', 'a.vue'])('leaves %s to others', (path) => {
    expect(oxlint!.covers(path)).toBe(false);
  });

  it('tells what is wrong and what to do, with the rule beside it', async () => {
    const { findings, failure, checkedPaths } = await check(
      aHeadFile({ text: 'const q = 1;\nq = 2;\nexport { q };\n' }),
    );
    expect({ findings, failure, checkedPaths }).toEqual({
      findings: [
        {
          ruleId: 'no-const-assign',
          severity: 'high',
          category: 'correctness',
          path: 'src/a.ts',
          startLine: 2,
          endLine: 2,
          title: 'Unexpected re-assignment of `const` variable q.',
          body: 'Unexpected re-assignment of `const` variable q. Use `let` instead of `const` if you need to reassign this variable.',
        },
      ],
      failure: null,
      checkedPaths: ['src/a.ts'],
    });
  });

  it('speaks of added lines only, and of the added one of two places', async () => {
    const text = 'const q = 1;\ndebugger;\nq = 2;\nexport { q };\n';
    const at = async (start: number) => (await check(aHeadFile({ text, addedLines: [{ start, end: start }] }))).told;
    expect(await at(1)).toEqual(['src/a.ts:1 no-const-assign']);
    expect(await at(3)).toEqual(['src/a.ts:3 no-const-assign']);
  });

  it.each([
    ['CRLF', 'let a = 1;\r\nexport { a };\r\ndebugger;\r\n', 3],
    ['a byte order mark', '\uFEFFdebugger;\n', 1],
    ['letters of several bytes on the line', 'export const é = "😀é"; debugger;\n', 1],
    ['a line separator that git does not count', 'export const a = "\u2028";\ndebugger;\n', 2],
    ['a lone carriage return', 'export const a = 1;\rdebugger;\n', 1],
  ])('finds the right line with %s', async (_name, text, line) => {
    expect((await check(aHeadFile({ text }))).told).toEqual([`src/a.ts:${line} no-debugger`]);
  });

  it('has nothing to say of an empty file', async () => {
    expect(await check(aHeadFile({ text: '', addedLines: [] }))).toMatchObject({
      findings: [],
      failure: null,
      checkedPaths: ['src/a.ts'],
    });
  });

  it('tells the first error of a file it cannot read, and that it did not look at the rest', async () => {
    const result = await check(aHeadFile({ text: 'debugger;\nconst a = (;\n' }));
    expect(result.told).toEqual(['src/a.ts:2 syntax-error']);
    expect(result.checkedPaths).toEqual([]);
    expect(result.failure).toBe('Not looked at in full: 1 file not valid in the language of its name.');
  });

  it('looks on when one file ends the tool', async () => {
    const result = await check(
      aHeadFile({ path: 'a.js', text: 'debugger;' }),
      aHeadFile({ path: 'b.js', text: '('.repeat(50_000) }),
      aHeadFile({ path: 'c.js', text: 'debugger;' }),
    );
    expect(result.told).toEqual(['a.js:1 no-debugger', 'c.js:1 no-debugger']);
    expect(result.failure).toBe('Not looked at in full: 1 file at which the tool ended early.');
  });

  it('says which kind of file it left out for its size', async () => {
    const result = await check(
      aHeadFile({ path: 'a.js', text: `// ${'x'.repeat(1_100_000)}` }),
      aHeadFile({ path: 'b.js', text: `// ${'x'.repeat(100_001)}\ndebugger;` }),
      aHeadFile({ path: 'c.js', text: 'debugger;' }),
    );
    expect(result.told).toEqual(['c.js:1 no-debugger']);
    expect(result.failure).toBe(
      'Not looked at in full: 1 file larger than 1 Mi characters, 1 file with a line of more than 100,000 characters.',
    );
  });

  const SILENCERS = [
    '/* eslint-disable */\ndebugger;',
    '/* oxlint-disable */\ndebugger;',
    '/* oxlint-disable no-debugger -- on purpose */\ndebugger;',
    '/*eslint-disable*/debugger;',
    '/* eslint-disable --- reason */\ndebugger;',
    '// eslint-disable\ndebugger;',
    '// eslint-disable-next-line\ndebugger;',
    '//\teslint-disable-next-line no-debugger\r\ndebugger;',
    '/* eslint-disable-next-line */\ndebugger;',
    '/*\n * eslint-disable-next-line no-debugger\n */\ndebugger;',
    'debugger; // eslint-disable-line',
    'debugger; /* eslint-disable-line no-debugger */',
    'debugger; // oxlint-disable-line no-debugger -- fine',
    '<!-- eslint-disable -->\ndebugger;',
    '/* eslint no-debugger: "off" */\ndebugger;',
    '/** eslint-disable */\ndebugger;',
    '// @ts-nocheck\n// @ts-ignore\ndebugger;',
    '// biome-ignore lint: no\ndebugger;',
    '/* @generated */ debugger;',
    '// @flow\ndebugger;',
    `/*\t${' '.repeat(201)}ESLint-Disable */\ndebugger;`,
  ];

  it('is not silenced by a comment of any kind', async () => {
    const { told } = await checkAll(SILENCERS);
    const lineOf = (text: string) => text.slice(0, text.indexOf('debugger;')).split('\n').length;
    expect(told.sort()).toEqual(SILENCERS.map((text, index) => `${index}.js:${lineOf(text)} no-debugger`).sort());
  });

  it('does not count a file as looked at that it cannot read and that calls itself Flow', async () => {
    const result = await checkAll(['// @flow\ndebugger;\nlet x: number = 1;\n']);
    expect(result).toMatchObject({ told: [], checkedPaths: [], uncheckedPaths: ['0.js'] });
    expect(result.failure).toBe('Not looked at in full: 1 file not valid in the language of its name.');
  });

  it('is not silenced by a comment in JSX', async () => {
    const text = 'export const a = <b>{/* eslint-disable */}</b>;\ndebugger;\n';
    expect((await checkAll([text], 'jsx')).told).toEqual(['0.jsx:2 no-debugger']);
  });

  const PATHS = [
    'node_modules/a/index.js',
    'dist/a.min.js',
    '.hidden/a.js',
    '.eslintrc.js',
    'eslint.config.js',
    'oxlint.config.ts',
    '../../../etc/a.js',
    '--fix.js',
    '-c=x.js',
    'a\nb.js',
    `${'d/'.repeat(2_000)}a.js`,
    'C:\\a.js',
    '"; rm -rf *.js',
  ];

  it('looks at a file whatever its path is', async () => {
    const { told } = await check(...PATHS.map((path) => aHeadFile({ path, text: 'debugger;' })));
    expect(told).toEqual(PATHS.map((path) => `${path}:1 no-debugger`).sort());
  });

  it('takes no configuration from the change', async () => {
    const configuration = 'export default { categories: { correctness: "off" }, ignorePatterns: ["**"] };';
    const { told } = await check(
      aHeadFile({ path: 'oxlint.config.ts', text: configuration }),
      aHeadFile({ path: 'eslint.config.js', text: 'export default [{ ignores: ["**"] }];' }),
      aHeadFile({ path: 'src/a.js', text: 'debugger;' }),
    );
    expect(told).toEqual(['src/a.js:1 no-debugger']);
  });

  it('orders by path, line and rule', async () => {
    const text = 'debugger;\nif (x == NaN) debugger;\n';
    const { told } = await check(aHeadFile({ path: 'b.js', text }), aHeadFile({ path: 'a.js', text }));
    const of = (path: string) => [`${path}:1 no-debugger`, `${path}:2 no-debugger`, `${path}:2 use-isnan`];
    expect(told).toEqual([...of('a.js'), ...of('b.js')]);
  });

  it('masks a secret that a message quotes', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
    const { findings } = await check(aHeadFile({ text: `export const a = { ${secret}: 1, ${secret}: 2 };\n` }));
    expect(findings.map(({ title }) => title)).toEqual(["Duplicate key '[masked]'"]);
    expect(JSON.stringify(findings)).not.toContain(secret);
  });
});
