import { describe, expect, it } from '@jest/globals';
import { createRuffCheck } from '../../../../src/provider/analyzer/ruff/check-with-ruff.js';
import { aHeadFile } from '../../../support/builders/head-file.js';

const check = createRuffCheck();

async function told(text: string, path = 'a.py') {
  const { findings } = await check(aHeadFile({ path, text }));
  return findings.map(({ startLine, ruleId }) => `${startLine} ${ruleId}`);
}

describe('ruff', () => {
  it('tells what is wrong, with the rule beside it', async () => {
    expect(await check(aHeadFile({ path: 'a.py', text: 'import os\n\n\nprint(undefd)\n' }))).toEqual({
      findings: [
        {
          ruleId: 'F401',
          severity: 'info',
          category: 'maintainability',
          startLine: 1,
          endLine: 1,
          title: '`os` imported but unused',
          body: '`os` imported but unused. Remove unused import: `os`.',
        },
        {
          ruleId: 'F821',
          severity: 'high',
          category: 'correctness',
          startLine: 4,
          endLine: 4,
          title: 'Undefined name `undefd`',
          body: 'Undefined name `undefd`.',
        },
      ],
      isReadable: true,
    });
  });

  it.each([
    ['eval of input', 'eval(input())', 'S307'],
    ['a command given to a shell', 'import subprocess\nsubprocess.run(input(), shell=True)', 'S602'],
    ['certificates that are not verified', 'import requests\nrequests.get("x", verify=False, timeout=1)', 'S501'],
    ['a default that is shared', 'def f(a=[]):\n    return a', 'B006'],
    ['a format without its values', '"%s %s" % (1,)', 'F507'],
    ['a debugger', 'breakpoint()', 'T100'],
    ['a statement put together', 'c = 1\nq = input()\nc.execute(f"select * from t where a = {q}")', 'S608'],
  ])('finds %s', async (_name, text, ruleId) => {
    expect((await told(text)).map((line) => line.split(' ')[1])).toContain(ruleId);
  });

  it.each([
    ['asserts', 'def f(a):\n    assert a\n'],
    ['a program started with a list', 'import subprocess\nsubprocess.run(["ls"], check=True)\n'],
    ['star imports', 'from os import *\nprint(getcwd())\n'],
  ])('says nothing of %s', async (_name, text) => {
    expect(await told(text)).toEqual([]);
  });

  it('speaks of added lines only', async () => {
    const { findings } = await check(
      aHeadFile({ path: 'a.py', text: 'print(one)\nprint(two)\nprint(three)\n', addedLines: [{ start: 2, end: 2 }] }),
    );
    expect(findings.map(({ startLine }) => startLine)).toEqual([2]);
  });

  it.each([
    ['CRLF', 'a = 1\r\nprint(a, undefd)\r\n', 2],
    ['a byte order mark', '\uFEFFprint(undefd)\n', 1],
    ['letters of several bytes on the line', 'print("😀é", undefd)\n', 1],
    ['a lone carriage return', 'a = 1\rb = 2\nprint(a, b, undefd)\n', 2],
    ['a form feed', 'a = 1\n\f\nprint(a, undefd)\n', 3],
  ])('finds the right line with %s', async (_name, text, line) => {
    expect(await told(text)).toEqual([`${line} F821`]);
  });

  it.each(['', '\n'])('has nothing to say of an empty file (%j)', async (text) => {
    expect(await check(aHeadFile({ path: 'a.py', text }))).toEqual({ findings: [], isReadable: true });
  });

  it('tells the first error of a file it cannot read', async () => {
    const outcome = await check(aHeadFile({ path: 'a.py', text: 'print(undefd)\ndef (:\n  x\n' }));
    expect(outcome.isReadable).toBe(false);
    expect(outcome.findings.map(({ startLine, ruleId }) => [startLine, ruleId])).toEqual([[2, 'invalid-syntax']]);
  });

  it('takes a stub for what it is', async () => {
    expect(await told('def f(a: Later) -> None: ...\nclass Later: ...\n', 'a.pyi')).toEqual([]);
  });

  it('takes an unsafe call of a test as information', async () => {
    const { findings } = await check(aHeadFile({ path: 'tests/test_a.py', text: 'password = "hunter22hunter22"\n' }));
    expect(findings.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([['S105', 'info']]);
  });

  it.each([
    'print(undefd)  # noqa',
    'print(undefd)  #NOQA',
    'print(undefd)  # NoQA: F821',
    'print(undefd)  # noqa : F821',
    'print(undefd)  # why not  # noqa:F821',
    'print(undefd)  # ruff: ignore[F821]',
    'print(undefd)  # type: ignore # nosec # pylint: disable=all # fmt: skip',
    '# noqa\nprint(undefd)',
    '# ruff: noqa\nprint(undefd)',
    '#ruff:noqa: F821\nprint(undefd)',
    '# Ruff : NOQA\nprint(undefd)',
    '# flake8: noqa\nprint(undefd)',
    '# flake8: noqa: F821\nprint(undefd)',
    '# ruff: disable[F821]\nprint(undefd)',
    '# ruff: ignore[F821]\nprint(undefd)',
    '# ruff: file-ignore[F821]\nprint(undefd)',
    '#\u0085ruff\u0085:\u0085ignore[F821]\nprint(undefd)',
    '#\t\fRuFf\t\f:\tNOQA\nprint(undefd)',
    `# ruff${' '.repeat(201)}: noqa\nprint(undefd)`,
    '"""\n# noqa\n"""\nprint(undefd)',
    'print("""\n""", undefd)  # noqa',
    'print(undefd)  # noqa\r\n',
  ])('is not silenced by %j', async (text) => {
    const line = text.slice(0, text.indexOf('undefd')).split('\n').length;
    expect(await told(text)).toEqual([`${line} F821`]);
  });
});
