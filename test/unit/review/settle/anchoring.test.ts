import { describe, expect, it } from '@jest/globals';
import type { Candidate } from '../../../../src/review/model/finding.js';
import type { Page } from '../../../../src/review/model/patch.js';
import { type Anchoring, anchorCandidate } from '../../../../src/review/settle/anchor-candidate.js';
import { viewPages } from '../../../../src/review/settle/file-view.js';
import { findQuote } from '../../../../src/review/settle/find-quote.js';
import { aCandidate, aPage, aSegment } from '../../../support/builders/finding.js';

function anchored(candidate: Partial<Candidate>, pages: readonly Page[]): Anchoring {
  return anchorCandidate(aCandidate(candidate), {
    resolvePath: (path) => path,
    views: viewPages(pages),
    findQuote,
  });
}

function rangeOf(candidate: Partial<Candidate>, pages: readonly Page[]): string | null {
  const { location, withheld } = anchored(candidate, pages);
  if (withheld !== null) return withheld;
  return location === null
    ? null
    : `${location.startLine}-${location.endLine}${location.isNearDeletedCode ? ' deleted' : ''}`;
}

const CODE = [
  ' function total(items) {',
  '-  let sum = 0;',
  '+  let sum = 1;',
  '+\tfor (const item of items) {',
  '+\t  sum += item.price;',
  '+\t}',
  '   return sum;',
  ' }',
];
const PAGES = [aPage([aSegment(CODE, { newStart: 10 })])];

describe('finding the quote', () => {
  it.each([
    ['a zero-width space', 'eval(user\u200b.input);'],
    ['a word joiner in a comment', 'eval(user.input); // \u2060'],
    ['a full-width letter', 'eval(user.\uff49nput);'],
    ['a right-to-left override', 'eval(user.input);\u202e'],
  ])('is not hindered by %s that a reviewer does not copy', (_name, line) => {
    const pages = [aPage([aSegment([`+${line}`], { newStart: 3 })])];
    const evidence = line.includes('//') ? 'eval(user.input); //' : 'eval(user.input);';
    expect(rangeOf({ evidence }, pages)).toBe('3-3');
  });

  it.each([
    ['a whole line', '  let sum = 1;', '11-11'],
    ['a context line', 'return sum;', '15-15'],
    ['several lines', 'let sum = 1;\nfor (const item of items) {', '11-12'],
    ['lines with a diff mark', '+  let sum = 1;\n+\tfor (const item of items) {', '11-12'],
    ['lines as they were shown', '  11 +   let sum = 1;\n  12 + \tfor (const item of items) {', '11-12'],
    ['lines with numbers and bars', '11 | let sum = 1;\n12 | for (const item of items) {', '11-12'],
    ['a fenced quote', '```js\n  let sum = 1;\n```', '11-11'],
    ['a quote in back-ticks', '`let sum = 1;`', '11-11'],
    ['blank lines around it', '\n\n  let sum = 1;\n  \n', '11-11'],
    ['a hunk header before it', '@@ -10,5 +10,8 @@\n function total(items) {', '10-10'],
    ['a part of one line', 'of items) {', '12-12'],
    ['a short line, whole', '}', '14-14'],
  ])('finds %s', (_name, evidence, expected) => {
    expect(rangeOf({ evidence }, PAGES)).toBe(expected);
  });

  it('O03: finds a line of a CRLF file with tabs by a quote with LF and spaces', () => {
    const pages = [aPage([aSegment(['+\tif (a) {\r', '+\t\treturn  b;\r'], { newStart: 5 })])];
    expect(rangeOf({ evidence: 'if (a) {\n    return b;' }, pages)).toBe('5-6');
  });

  it.each([
    ['a part of a line that is too short', 'sum +='],
    ['lines that do not follow each other', 'let sum = 1;\nsum += item.price;'],
    ['several lines of which one is only a part', 'let sum = 1;\nfor (const item'],
    ['other code', 'let total = 1;'],
  ])('does not find %s', (_name, evidence) => {
    expect(rangeOf({ evidence }, PAGES)).toBe('quote_not_found');
  });

  it.each([
    ['other words for the code', 'let sum equal 1;'],
    ['a description', 'sum is initialised with 1 instead of 0'],
    ['the line with a comment of its own', 'let sum = 1; // should be 0'],
    ['the line with a part left out', 'for (const … of items) {'],
    ['other case', 'LET SUM = 1;'],
    ['one right line beside an invented one', 'let sum = 1;\nlet total = sum;'],
  ])('does not take a paraphrase for a quote, whatever line it names: %s', (_name, evidence) => {
    expect(rangeOf({ evidence, startLine: 11, endLine: 11 }, PAGES)).toBe('quote_not_found');
  });

  it('does not find a quote that spans two hunks', () => {
    const pages = [
      aPage([aSegment(['+one();'], { newStart: 1 }), aSegment(['+two();'], { hunkIndex: 1, newStart: 2 })]),
    ];
    expect(rangeOf({ evidence: 'one();\ntwo();' }, pages)).toBe('quote_not_found');
  });

  it('finds a quote across two pages of one hunk', () => {
    const pages = [
      aPage([aSegment(['+two();'], { newStart: 2 })], { index: 1, count: 2 }),
      aPage([aSegment(['+one();'], { newStart: 1 })], { index: 0, count: 2 }),
    ];
    expect(rangeOf({ evidence: 'one();\ntwo();' }, pages)).toBe('1-2');
  });

  it('does not join lines over a page nobody read', () => {
    const pages = [0, 2].map((index) => aPage([aSegment(['+one();'], { newStart: 1 + index })], { index, count: 3 }));
    expect(rangeOf({ evidence: 'one();\none();' }, pages)).toBe('quote_not_found');
  });

  it('counts a page that two reviewers read once', () => {
    expect(rangeOf({ evidence: 'let sum = 1;' }, [...PAGES, ...PAGES])).toBe('11-11');
  });

  it('finds a list item of a text by its own dash before it takes the dash for a diff mark', () => {
    const pages = [aPage([aSegment(['+- item', '+item'], { newStart: 1 })])];
    expect(rangeOf({ evidence: '- item' }, pages)).toBe('1-1');
  });

  it('finds a quote that was broken off at the length limit by its whole lines', () => {
    const line = `const text = '${'x'.repeat(1_970)}';`;
    const pages = [aPage([aSegment([`+${line}`, '+const next = "a long value";'], { newStart: 7 })])];
    expect(rangeOf({ evidence: `${line}\nconst next = "a long value";`.slice(0, 2_000) }, pages)).toBe('7-7');
  });
});

describe('choosing among equal places', () => {
  const twice = [' free(buffer);', '+use(buffer);', ' other();', '+use(buffer);', ' free(buffer);'];
  const pages = [aPage([aSegment(twice, { newStart: 20 })])];

  it.each([
    [21, '21-21'],
    [24, '23-23'],
    [900, '23-23'],
    [1, '21-21'],
  ])('O02: takes the place nearest to line %i', (startLine, expected) => {
    expect(rangeOf({ evidence: 'use(buffer);', startLine }, pages)).toBe(expected);
  });

  it.each([null, 0, -3, 22])('O02: takes none when line %s does not tell them apart', (startLine) => {
    expect(rangeOf({ evidence: 'use(buffer);', startLine }, pages)).toBeNull();
  });

  it('O02: takes the only one on added lines when there is no hint', () => {
    const mixed = [aPage([aSegment([' use(buffer);', ' other();', '+use(buffer);'], { newStart: 20 })])];
    expect(rangeOf({ evidence: 'use(buffer);' }, mixed)).toBe('22-22');
  });

  it('A05: reads an inverted range from its smaller end', () => {
    expect(rangeOf({ evidence: 'use(buffer);', startLine: 30, endLine: 21 }, pages)).toBe('21-21');
  });

  it('T21: tells equal text on two lines apart by its occurrence', () => {
    const at = (startLine: number) => anchored({ evidence: 'use(buffer);', startLine }, pages).occurrence;
    expect([at(21), at(23)]).toEqual([0, 1]);
  });
});

describe('the published range', () => {
  it('P12: gives a single line the same start and end', () => {
    expect(rangeOf({ evidence: 'let sum = 1;', startLine: 11, endLine: 11 }, PAGES)).toBe('11-11');
  });

  it('B04: reaches the last line of a hunk and not one further', () => {
    expect(rangeOf({ evidence: '  return sum;\n}', startLine: 15, endLine: 400 }, PAGES)).toBe('15-16');
  });

  it.each([
    ['a line that is there now', '  let sum = 1;', '11-11'],
    ['a deleted line', '-  let sum = 0;', '11-11 deleted'],
    ['the last line of the hunk', '}', '16-16'],
  ])(
    'B04: takes the numbers of removed lines for a hint only, and never publishes them: %s',
    (_name, evidence, range) => {
      const pages = [aPage([aSegment(CODE, { newStart: 10, oldStart: 400 })])];
      expect(rangeOf({ evidence, startLine: 401, endLine: 404 }, pages)).toBe(range);
    },
  );

  it.each([
    ['a deleted line', '  let sum = 0;'],
    ['a deleted line with its mark', '-  let sum = 0;'],
  ])('puts %s on the nearest line that still exists and says so', (_name, evidence) => {
    expect(rangeOf({ evidence }, PAGES)).toBe('11-11 deleted');
  });

  it('prefers the deleted line when the quote is marked as deleted and the same text also lives on', () => {
    const pages = [aPage([aSegment(['-close();', ' a();', ' b();', '+close();'], { newStart: 40 })])];
    expect([rangeOf({ evidence: '- close();' }, pages), rangeOf({ evidence: 'close();' }, pages)]).toEqual([
      '40-40 deleted',
      '42-42',
    ]);
  });

  it('puts a quote of both sides on the lines that exist now', () => {
    expect(rangeOf({ evidence: '-  let sum = 0;\n+  let sum = 1;' }, PAGES)).toBe('11-11');
  });

  it('puts deleted code among kept lines on the kept ones', () => {
    expect(rangeOf({ evidence: 'function total(items) {\n  let sum = 0;' }, PAGES)).toBe('10-10 deleted');
  });

  it('never crosses into another hunk for the nearest line', () => {
    const pages = [
      aPage([aSegment(['-gone();'], { newStart: 3 }), aSegment(['+here();'], { hunkIndex: 1, newStart: 4 })]),
    ];
    expect(rangeOf({ evidence: 'gone();' }, pages)).toBeNull();
  });

  it('A05: finds nothing in a page without lines and does not fail', () => {
    expect(rangeOf({ evidence: 'let sum = 1;' }, [aPage([])])).toBe('quote_not_found');
  });
});
