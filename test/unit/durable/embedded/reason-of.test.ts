import { expect, it } from '@jest/globals';
import { reasonOf } from '../../../../src/durable/embedded/reason-of.js';

const AT = '2026-12-01 05:50:42.263 UTC [26312] ';

it.each([
  ['the last failure', [`${AT}LOG:  starting`, `${AT}FATAL:  bad setting`, ''], 'FATAL:  bad setting'],
  [
    'a full disk before what follows from it',
    [`${AT}LOG:  could not write: No space left on device`, `${AT}PANIC:  x`],
    'LOG:  could not write: No space left on device',
  ],
  [
    'a program before there is a server',
    ['initdb: error: could not create directory'],
    'initdb: error: could not create directory',
  ],
  [
    'a program that has no word for it',
    ['initdb: could not look up effective user ID 4711', 'initdb: hint: x'],
    'initdb: could not look up effective user ID 4711',
  ],
  ['nothing where nothing failed', [`${AT}LOG:  starting`], null],
])('reads %s', (_what, lines, reason) => {
  expect(reasonOf(lines)).toBe(reason);
});
