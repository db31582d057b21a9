import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCommand } from '../../../src/handlers/index.js';
import { computingMs } from '../../support/cpu-time.js';
import { fuzzRuns } from '../../support/fuzz.js';

const plain = { kind: 'review', command: { mode: 'standard', isForced: false, paths: [], focus: null } } as const;
const narrowed = (paths: readonly string[], focus: string | null = null) => ({
  kind: 'review',
  command: { mode: 'standard', isForced: false, paths, focus },
});

describe('a comment that is a command', () => {
  it.each([
    ['the bare command', '/review'],
    ['C05: capitals', '/Review'],
    ['C05: all capitals', '/REVIEW'],
    ['a trailing space', '/review '],
    ['a trailing tab', '/review\t'],
    ['C05: mixed capitals', '/rEvIeW'],
    ['leading blank lines', '\n\n/review'],
    ['leading blank lines with spaces', '  \n \t\n/review'],
    ['windows line ends', '\r\n/review\r\nthanks'],
    ['old line ends', '/review\rthanks'],
    ['up to three spaces before', '   /review'],
    ['talk on the next line', '/review\nthank you, @ada'],
    ['talk after a blank line', '/review\n\nI changed the retry.'],
    ['a second command below, which is talk', '/review\n/review panel'],
    ['a quote below', '/review\n\n> earlier words'],
    ['code below', '/review\n\n```\nnpm test\n```'],
    ['a line below that makes it a heading', '/review\n---'],
    ['an empty focus', '/review ""'],
    ['an HTML comment below', '/review\n<!-- note -->'],
  ])('reads %s', (_name, body) => {
    expect(parseCommand(body)).toEqual(plain);
  });

  it.each([
    ['one folder', '/review src/api', narrowed(['src/api'])],
    ['one folder with a slash', '/review src/', narrowed(['src/'])],
    ['a file at the root', '/review README.md', narrowed(['README.md'])],
    ['two paths', '/review src/a.ts src/b.ts', narrowed(['src/a.ts', 'src/b.ts'])],
    ['double spaces', '/review  src/a.ts   src/b.ts', narrowed(['src/a.ts', 'src/b.ts'])],
    ['a path in backticks', '/review `src/a.ts`', narrowed(['src/a.ts'])],
    ['a dotted folder', '/review .github/workflows', narrowed(['.github/workflows'])],
    ['a path with letters of another script', '/review src/größe/файл.ts', narrowed(['src/größe/файл.ts'])],
    ['a focus', '/review "is the retry idempotent?"', narrowed([], 'is the retry idempotent?')],
    ['a typographic focus', '/review “is the retry idempotent?”', narrowed([], 'is the retry idempotent?')],
    ['paths and a focus', '/review src/api "is it safe?"', narrowed(['src/api'], 'is it safe?')],
    ['a focus before a path', '/review "is it safe?" src/api', narrowed(['src/api'], 'is it safe?')],
    ['a focus that looks like a command', '/review "/review strict"', narrowed([], '/review strict')],
  ])('reads %s', (_name, body, expected) => {
    expect(parseCommand(body)).toEqual(expected);
  });
});

describe('a comment that asks for something else than a plain review', () => {
  it.each([
    ['again', '/review again', { isForced: true }],
    ['again, of some paths', '/review AGAIN src/api "why?"', { isForced: true, paths: ['src/api'], focus: 'why?' }],
  ])('reads %s', (_name, body, command) => {
    expect(parseCommand(body)).toEqual({ kind: 'review', command: { ...plain.command, ...command } });
  });

  it.each([
    ['help', '/review help', { kind: 'help' }],
    ['cancel', '/review Cancel', { kind: 'cancel' }],
    ['pause', '/review pause', { kind: 'pause' }],
    ['continue', '/review continue ', { kind: 'continue' }],
    ['skip-checks', '/review skip-checks', { kind: 'skip_checks' }],
    ['one finding', '/review resolve F3', { kind: 'resolve', findings: [3], why: null }],
    ['a reason', '/review dismiss F3 this is by design', { kind: 'dismiss', findings: [3], why: 'this is by design' }],
    ['a quoted reason', '/review dismiss f3 "by design"', { kind: 'dismiss', findings: [3], why: 'by design' }],
    ['several', '/review reopen F1 F12, F1', { kind: 'reopen', findings: [1, 12], why: null }],
    ['a reason that begins like one', '/review dismiss F1 F2x', { kind: 'dismiss', findings: [1], why: 'F2x' }],
  ])('reads %s', (_name, body, order) => {
    expect(parseCommand(body)).toEqual({ kind: 'order', order });
  });

  it.each([
    ['no finding', '/review dismiss', 'Say which finding: `/review dismiss F1 because …`.'],
    ['a reason alone', '/review resolve it is done', 'Say which finding: `/review resolve F1 because …`.'],
    ['F0', '/review reopen F0', 'Say which finding: `/review reopen F1`.'],
    ['too long a reason', `/review dismiss F1 ${'x'.repeat(501)}`, 'A reason has at most 500 characters.'],
    [
      'too many findings',
      `/review dismiss ${Array.from({ length: 51 }, (_none, index) => `F${index + 1}`).join(' ')}`,
      'More than 50 findings do not fit into one command.',
    ],
  ])('answers %s with one sentence', (_name, body, reply) => {
    expect(parseCommand(body)).toEqual({ kind: 'bad', reply });
  });

  it.each(['/review cancelled.ts', '/review src/pause', '/review dismiss/me.ts'])('takes %s for a path', (body) => {
    expect(parseCommand(body)).toMatchObject({ kind: 'review', command: { paths: [body.slice(8)] } });
  });
});

describe('a comment that is no command', () => {
  it.each([
    ['nothing', ''],
    ['only spaces', '  \n\t '],
    ['a longer word', '/reviewer'],
    ['a longer word with a hyphen', '/review-now'],
    ['a plural', '/reviews'],
    ['a full stop behind', '/review.'],
    ['a colon behind', '/review: please'],
    ['words before', 'please /review'],
    ['a greeting above', 'Hello\n/review'],
    ['a mention before', '@plumbline /review'],
    ['a quote', '> /review'],
    ['a quote in a quote', '> > /review'],
    ['a list', '- /review'],
    ['a numbered list', '1. /review'],
    ['a heading', '# /review'],
    ['emphasis', '*/review*'],
    ['strong', '**/review**'],
    ['inline code', '`/review`'],
    ['D12: fenced code', '```\n/review\n```'],
    ['fenced code with a language', '```text\n/review\n```'],
    ['fenced code with tildes', '~~~\n/review\n~~~'],
    ['a fence that never closes', '```\n/review'],
    ['indented code', '    /review'],
    ['indented code by a tab', '\t/review'],
    ['an HTML comment', '<!-- /review -->'],
    ['an HTML comment over lines', '<!--\n/review\n-->'],
    ['an HTML comment in a quote', '> <!-- /review -->'],
    ['an HTML comment in a list', '- <!-- /review -->'],
    ['an HTML comment above', '<!-- bot -->\n/review'],
    ['an HTML block', '<details>\n/review\n</details>'],
    ['a link', '[/review](https://example.com)'],
    ['an image', '![/review](x.png)'],
    ['a link definition', '[x]: /review'],
    ['a full-width slash', '／review'],
    ['a backslash', '\\review'],
    ['an escaped slash', '\\/review'],
    ['a zero-width space before', '\u200b/review'],
    ['a byte-order mark inside', '/\ufeffreview'],
    ['a zero-width joiner inside', '/re\u200dview'],
    ['a right-to-left override before', '\u202e/review'],
    ['a cyrillic letter', '/rеview'],
    ['a thematic break above', '---\n/review'],
    ['a zero-width space behind', '/review\u200b'],
    ['a variation selector behind', '/review\ufe0f'],
    ['two slashes', '//review'],
    ['a path', 'src/review'],
    ['somebody else’s command', '/help'],
  ])('ignores %s', (_name, body) => {
    expect(parseCommand(body)).toEqual({ kind: 'none' });
  });

  it.each([
    ['emphasis', `/review ${'***'.repeat(10_000)}a${'***'.repeat(10_000)}`],
    ['half-open emphasis', `/review\n${'*a_'.repeat(20_000)}`],
    ['quotes', `${'> '.repeat(30_000)}/review`],
    ['blank lines', `${' \n'.repeat(30_000)}x/review`],
  ])('is not slowed down by a body made of %s', (_name, body) => {
    expect(computingMs(() => parseCommand(body))).toBeLessThan(1_500);
  });

  it('ignores a body longer than GitHub allows', () => {
    expect(parseCommand(`/review ${'a/'.repeat(40_000)}`)).toEqual({ kind: 'none' });
  });
});

describe('a command that cannot be done', () => {
  it.each([
    ['an unknown word', '/review turbo', '`/review turbo` is not something I know.'],
    ['a word that every object knows', '/review constructor', '`/review constructor` is not something I know.'],
    ['another such word', '/review __proto__', '`/review __proto__` is not something I know.'],
    ['a mode to come', '/review strict', '`/review strict` is not available yet.'],
    ['a mode to come, with spaces', '/review  STRICT', '`/review STRICT` is not available yet.'],
    ['the old spelling', '/DeepReview', '`/review strict` is not available yet.'],
    ['a command to come', '/review fix F1', '`/review fix` is not available yet.'],
    ['talk on the same line', '/review please', '`/review please` is not something I know.'],
    ['a second command on the same line', '/review /review', '`/review` is not a path inside the repository.'],
    ['an option', '/review --force', '`--force` is not an option I know.'],
    ['an option with a value', '/review --mode=strict', '`--mode=strict` is not an option I know.'],
    ['a path out of the repository', '/review ../secrets', '`../secrets` is not a path inside the repository.'],
    [
      'a hidden path out of the repository',
      '/review src/../../x',
      '`src/../../x` is not a path inside the repository.',
    ],
    ['an absolute path', '/review /etc/passwd', '`/etc/passwd` is not a path inside the repository.'],
    ['two focuses', '/review "a b" "c d"', 'Only one quoted focus fits into a review.'],
    ['too long a focus', `/review "${'x'.repeat(501)}"`, 'A focus has at most 500 characters.'],
  ])('answers %s with one sentence', (_name, body, sentence) => {
    const parsed = parseCommand(body);
    expect(parsed).toEqual({
      kind: 'bad',
      reply: `${sentence} Try \`/review\`, or \`/review src/api "is the retry idempotent?"\`.`,
    });
  });

  it('shows a strange word only as inert inline code', () => {
    const parsed = parseCommand('/review @everyone`<b>\u202e');
    expect(parsed).toMatchObject({ kind: 'bad', reply: expect.stringMatching(/^`\/review @everyone<b>` is not/) });
  });

  it('never throws and never lets a line break or an open code span into a reply', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (tail) => {
        const parsed = parseCommand(`/review ${tail}`);
        if (parsed.kind !== 'bad') return;
        expect(parsed.reply).not.toMatch(/[\n\r]/);
        expect((parsed.reply.match(/`/g) ?? []).length % 2).toBe(0);
      }),
      fuzzRuns(300),
    );
  });
});
