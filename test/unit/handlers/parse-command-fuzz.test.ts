import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCommand } from '../../../src/handlers/index.js';
import { fuzzRuns } from '../../support/fuzz.js';

const piece = fc.oneof(
  fc.constantFrom('/review', '/Review', '/deepreview', 'src/a.ts', '../x', '/etc', '"why?"', '“how?”', '"', '`', '--x'),
  fc.constantFrom('> ', '- ', '```', '    ', '\t', '<!--', '-->', '# ', '---', '\\', '\u200b', '\u202e', '\u0000'),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const glue = fc.constantFrom(' ', '\n', '\n\n', '\r\n', '\r', '');
const body = fc.array(fc.tuple(piece, glue), { maxLength: 10 }).map((parts) => parts.flat().join(''));

/** The first line with anything but white space on it, as a reader of plain text finds it. */
function firstLine(text: string): string {
  return text.split(/\r\n|\n|\r/).find((line) => !/^[ \t]*$/.test(line)) ?? '';
}

describe('parseCommand on comments of every make', () => {
  it('answers nothing that does not begin with a command on its first line', () => {
    fc.assert(
      fc.property(body, (text) => {
        if (parseCommand(text).kind !== 'none') expect(firstLine(text)).toMatch(/^ {0,3}\/(deep)?review(\s|$)/i);
      }),
      fuzzRuns(300),
    );
  });

  it('takes only paths inside the repository and a focus of bounded length', () => {
    fc.assert(
      fc.property(body, (tail) => {
        const parsed = parseCommand(`/review ${tail}`);
        if (parsed.kind !== 'review') return;
        const { focus, paths } = parsed.command;
        expect(paths.length).toBeLessThanOrEqual(128);
        for (const path of paths) {
          expect(path).not.toMatch(/^\/|^-|\\|\s|\p{Cc}/u);
          expect(path.split('/')).not.toContain('..');
        }
        expect((focus ?? '?').trim()).toBe(focus ?? '?');
        expect((focus ?? '?').length).toBeGreaterThan(0);
        expect((focus ?? '').length).toBeLessThanOrEqual(500);
      }),
      fuzzRuns(300),
    );
  });

  it('understands a command the same whatever is said on the lines below it', () => {
    const word = fc.constantFrom('src/a.ts', 'docs/', '"why?"', 'turbo', 'strict', '--x');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 3 }), fc.string({ maxLength: 30 }), (given, talk) => {
        const line = ['/review', ...given].join(' ');
        expect(parseCommand(`${line}\n\n${talk}`)).toEqual(parseCommand(line));
      }),
      fuzzRuns(200),
    );
  });
});
