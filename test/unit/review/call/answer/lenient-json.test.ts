import { expect, it } from '@jest/globals';
import { parseLenientJson } from '../../../../../src/review/call/answer/lenient-json.js';

it.each([
  ['what is JSON already', '{"a": [1, "\\u00e9\\n"]}', { a: [1, 'é\n'] }],
  ['raw control characters in a string', '{"a": "x\n\t\u001f\u0000y"}', { a: 'x\n\t\u001f\u0000y' }],
  ['a backslash that escapes nothing', '{"a": "\\d \\. \\\\ \\" \\u12"}', { a: '\\d \\. \\ " \\u12' }],
  ['commas before closing brackets', '{"a": [1, 2, ], \n}', { a: [1, 2] }],
  ['commas and brackets inside strings as they are', '{"a": ",]", "b": ",}",}', { a: ',]', b: ',}' }],
])('forgives %s', (_what, text, expected) => {
  expect(parseLenientJson(text)).toEqual(expected);
});

it.each(['', '{', 'words', '{"a": what}', "{'a': 1}", '{"a": 1,, }'])('does not take %j for JSON', (text) => {
  expect(parseLenientJson(text)).toBeUndefined();
});
