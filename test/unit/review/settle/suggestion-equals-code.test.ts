import { expect, it } from '@jest/globals';
import type { ViewLine } from '../../../../src/review/settle/file-view.js';
import { suggestionEqualsCode } from '../../../../src/review/settle/suggestion-equals-code.js';

function lines(...raws: string[]): ViewLine[] {
  return raws.map((raw) => ({ kind: 'added', raw, text: raw.trim(), newLine: 1, anchorLine: 1, stretch: 1 }));
}

it.each([
  ['the same line', 'a();', ['  a();'], true],
  ['the same line with CR and a fence', '```js\r\na();\r\n```', ['\ta();\r'], true],
  ['the same block with spaces for tabs', 'if (a) {\n  b();\n}', ['\tif (a) {', '\t\tb();', '\t}'], true],
  ['another depth of a line in the block', 'if a:\n    b()\nc()', ['if a:', '    b()', '    c()'], false],
  ['other code', 'b();', ['a();'], false],
  ['more code', 'a();\nb();', ['a();'], false],
  ['nothing', '  ', ['a();'], false],
])('A17: compares a suggestion that is %s', (_name, suggestion, present, expected) => {
  expect(suggestionEqualsCode(suggestion, 'quoted elsewhere', lines(...present))).toBe(expected);
});

it('sees a quoted part of a line replaced by itself', () => {
  expect(suggestionEqualsCode('retry(charge)', 'retry(charge)', lines('return retry(charge);'))).toBe(true);
});

it('counts a tab as four blanks of depth', () => {
  const present = lines('if a:', '\tb()', '    c()', '  d()');
  expect(suggestionEqualsCode('if a:\n    b()\n\tc()\n  d()', 'quoted elsewhere', present)).toBe(true);
  expect(suggestionEqualsCode('if a:\n     b()\n    c()\n  d()', 'quoted elsewhere', present)).toBe(false);
});

it('compares with the code as it is now, not as it was', () => {
  const present = lines('new();');
  const gone: ViewLine = { kind: 'removed', raw: 'old();', text: 'old();', newLine: null, anchorLine: 1, stretch: 1 };
  expect(suggestionEqualsCode('new();', 'quoted elsewhere', [gone, ...present])).toBe(true);
  expect(suggestionEqualsCode('old();', 'old();', [gone])).toBe(false);
});
