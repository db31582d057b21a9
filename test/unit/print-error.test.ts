import { describe, expect, it } from '@jest/globals';
import { printError } from '../../src/print-error.js';
import { PlumblineError } from '../../src/review/index.js';

function printed(error: unknown, secrets: readonly string[] = []) {
  const lines: string[] = [];
  const status = printError(error, { stderr: { write: (text) => lines.push(text) } }, secrets);
  return { status, text: lines.join('') };
}

describe('printError', () => {
  it('prints a known error with its help and gives its status', () => {
    expect(printed(new PlumblineError('git_missing', {}, { help: 'install it' }))).toEqual({
      status: 1,
      text: 'error: git was not found\nhelp:  install it\n',
    });
  });

  it('prints an unknown error with its stack and asks to report it', () => {
    const { status, text } = printed(new TypeError('x is not a function'));
    expect(status).toBe(1);
    expect(text).toMatch(/^error: something went wrong inside plumbline\n {7}TypeError: x is not a function\n {7}at /);
    expect(text).toMatch(/\nhelp: {2}this is a bug; please report it with the lines above\n$/);
  });

  it('prints what is thrown and no error', () => {
    expect(printed('a word').text).toContain('\n       a word\n');
  });

  it('breaks a line between words on a terminal, under the first word', () => {
    const lines: string[] = [];
    const stderr = { write: (text: string) => lines.push(text), isTTY: true, columns: 40 };
    printError(new PlumblineError('usage', { problem: 'one two three four five six seven eight nine ten' }), {
      stderr,
    });
    expect(lines[0]).toBe('error: one two three four five six seven\n       eight nine ten\n');
  });

  it('lets no value begin a line, act on the terminal or show a secret', () => {
    const problem = 'first\nhelp:  run this\r\n\u001b[2J\u202e the secret is swordfish';
    expect(printed(new PlumblineError('usage', { problem }), ['swordfish']).text).toBe(
      'error: first\n       help:  run this\n       \\u{1b}[2J\\u{202e} the secret is [masked]\nhelp:  see `plumbline --help`\n',
    );
  });
});
