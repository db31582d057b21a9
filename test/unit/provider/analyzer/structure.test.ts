import { describe, expect, it } from '@jest/globals';
import type { CheckOutcome } from '../../../../src/provider/analyzer/check.js';
import { checkStructure } from '../../../../src/provider/analyzer/structure/check-structure.js';
import { aHeadFile } from '../../../support/builders/head-file.js';

/** `@{` stands for the beginning of a hole in a template, which would be one of this file. */
function check(text: string, path = 'src/a.ts'): CheckOutcome {
  return checkStructure(aHeadFile({ path, text: text.replaceAll('@{', '$'.concat('{')) }));
}

function told(text: string, path?: string) {
  return check(text, path).findings.map(({ startLine, ruleId }) => `${startLine} ${ruleId}`);
}

const SHELL = "import { exec } from 'node:child_process';\n";

describe('structure', () => {
  it.each([
    ['a shell command from a template', `${SHELL}exec(\`rm @{path}\`);`, '2 shell-command-from-text'],
    [
      'a shell command from a sum',
      "const cp = require('child_process');\ncp.execSync('rm ' + path, {});",
      '2 shell-command-from-text',
    ],
    ['a shell command over two lines', `${SHELL}exec(\n  \`rm @{path}\`,\n);`, '2 shell-command-from-text'],
    ['SQL from a template', 'db.query(`SELECT * FROM t WHERE a = @{name}`);', '1 sql-from-text'],
    ['SQL from a sum', `await pool.execute('DELETE FROM t WHERE a = "' + name + '"');`, '1 sql-from-text'],
    ['SQL over several lines', 'db.query(`\n  UPDATE t\n  SET a = @{a}\n`);', '1 sql-from-text'],
    ['eval', 'eval(text);', '1 code-from-text'],
    ['eval of the window', 'window.eval("f(" + text + ")");', '1 code-from-text'],
    ['a function from text', "new Function('a', text);", '1 code-from-text'],
    ['HTML from a template', 'el.innerHTML = `<b>@{name}</b>`;', '1 html-from-text'],
    ['HTML from a sum', 'el.innerHTML += "<b>" + name + "</b>";', '1 html-from-text'],
    ['inserted HTML', 'el.insertAdjacentHTML("beforeend", `<li>@{name}</li>`);', '1 html-from-text'],
    ['certificates not verified', 'https.request({ rejectUnauthorized: false });', '1 tls-verification-off'],
    [
      'certificates not verified by anybody',
      "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';",
      '1 tls-verification-off',
    ],
    ['the same in brackets', "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = 0;", '1 tls-verification-off'],
    ['a focused test', "it.only('works', () => {});", '1 focused-test'],
    ['a focused group', "describe.only('it', () => {});", '1 focused-test'],
    ['a focused table', "test.only.each([1])('works %s', () => {});", '1 focused-test'],
    ['an old focused test', "fit('works', () => {});", '1 focused-test'],
  ])('finds %s', (_name, text, expected) => {
    expect(told(text)).toEqual([expected]);
    expect(told(text, 'src/a.js')).toEqual([expected]);
    expect(told(text, 'src/a.tsx')).toEqual([expected]);
  });

  it.each([
    ['a fixed command', `${SHELL}exec('ls -l');\nexec(\`ls -l\`);\nexec('ls ' + '-l');`],
    ['an expression that is matched', "import { spawn } from 'node:child_process';\nconst m = /a/.exec(`b@{c}`);"],
    ['another exec', 'exec(`b@{c}`);'],
    ['a quoted argument', `${SHELL}exec(\`ls @{quote(path)}\`);`],
    ['parameters', "db.query('SELECT * FROM t WHERE a = $1', [name]);"],
    ['a tagged template', 'db.query(sql`SELECT * FROM t WHERE a = @{name}`);'],
    ['the name of a table', 'db.query(`SELECT * FROM @{tableName} WHERE a IN (@{placeholders}) @{ORDER}`);'],
    [
      'another query',
      'client.query(`{ user(id: @{id}) { name } }`);\nrouter.get(`/select/@{id}`);\n$.get("update " + x);',
    ],
    ['fixed code', "eval('1 + 1');\nnew Function('return this');\nnew Function();"],
    ['a method called eval', 'model.eval(text);'],
    ['fixed HTML', "el.innerHTML = '';\nel.innerHTML = '<b>' + '</b>';"],
    ['clean HTML', 'el.innerHTML = `<b>@{escapeHtml(name)}</b>`;\nel.innerHTML = html;'],
    ['certificates that are verified', 'https.request({ rejectUnauthorized: true });'],
    ['a mere word', '// rejectUnauthorized: false, eval(text), it.only("x")\nconst a = "eval(x)";'],
    ['a model that is fitted', 'model.fit(x, y);\nfit(x, y);\nlist.only(1);'],
  ])('says nothing of %s', (_name, text) => {
    expect(told(text)).toEqual([]);
  });

  it.each(['a.c', 'a.py', 'Makefile', 'a.json', 'src/a.ts'])('finds a conflict that was committed in %s', (path) => {
    expect(told('int a;\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> topic\n', path)).toContain('2 merge-conflict');
  });

  it.each([
    ['a heading', 'Title\n=======\n'],
    ['one marker alone', '<<<<<<< HEAD\n'],
    ['markers that are indented', '  <<<<<<< HEAD\n  =======\n  >>>>>>> topic\n'],
  ])('takes %s for no conflict', (_name, text) => {
    expect(told(text, 'a.txt')).toEqual([]);
  });

  it('speaks of added lines only', () => {
    const { findings } = checkStructure(
      aHeadFile({ text: 'eval(a);\neval(b);\neval(c);\n', addedLines: [{ start: 2, end: 2 }] }),
    );
    expect(findings.map(({ startLine }) => startLine)).toEqual([2]);
  });

  it.each([
    ['CRLF', 'a();\r\neval(b);\r\n', 2],
    ['a byte order mark', '\uFEFFeval(b);\n', 1],
    ['letters of several bytes on the line', 'const é = "😀é"; eval(b);\n', 1],
    ['line ends that git does not count', 'const a = "\u2028"; b();\rc();\neval(b);\n', 2],
  ])('finds the right line with %s', (_name, text, line) => {
    expect(told(text)).toEqual([`${line} code-from-text`]);
  });

  it.each(['', '\n'])('has nothing to say of an empty file (%j)', (text) => {
    expect(told(text)).toEqual([]);
  });

  it('reads on behind a syntax error', () => {
    expect(told('const a = (;\n\n\nfunction f() { return 1 }\neval(b);\n')).toContain('5 code-from-text');
  });

  it.each([
    '/* eslint-disable */ eval(b);',
    'eval(b); // oxlint-disable-line',
    '// ast-grep-ignore\neval(b);',
    '// biome-ignore lint: no\neval(b);',
    '// @ts-ignore\neval(b);',
  ])('is not silenced by %j', (text) => {
    const line = text.slice(0, text.indexOf('eval(b)')).split('\n').length;
    expect(told(text)).toEqual([`${line} code-from-text`]);
  });

  it('takes unsafe code of a test as information, and a focused test in earnest', () => {
    const { findings } = check("eval(b);\nit.only('x', () => {});\n", 'test/a.test.ts');
    expect(findings.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([
      ['code-from-text', 'info'],
      ['focused-test', 'medium'],
    ]);
  });
});
