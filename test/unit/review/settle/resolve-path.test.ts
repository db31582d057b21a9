import { expect, it } from '@jest/globals';
import { createPathResolver } from '../../../../src/review/settle/resolve-path.js';
import { aChangedFile } from '../../../support/builders/report.js';

const resolve = createPathResolver([
  aChangedFile({ path: 'src/a.ts' }),
  aChangedFile({ path: 'b/real.ts' }),
  aChangedFile({ path: 'new name.ts', previousPath: 'old.ts', status: 'renamed' }),
  aChangedFile({ path: 'copy.ts', previousPath: 'old.ts', status: 'copied' }),
  aChangedFile({ path: 'x.ts', previousPath: 'src/a.ts', status: 'copied' }),
]);

it.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src/a.ts', 'src/a.ts'],
  ['/src/a.ts', 'src/a.ts'],
  ['a/src/a.ts', 'src/a.ts'],
  ['b/src/a.ts', 'src/a.ts'],
  [' src/a.ts\n', 'src/a.ts'],
  ['b/real.ts', 'b/real.ts'],
  ['b/b/real.ts', 'b/real.ts'],
  ['real.ts', null],
  ['new name.ts', 'new name.ts'],
  ['old.ts', 'new name.ts'],
  ['a/old.ts', 'new name.ts'],
  ['SRC/A.TS', null],
  ['../src/a.ts', null],
  ['', null],
])('J08: takes %j for %j', (path, expected) => {
  expect(resolve(path)).toBe(expected);
});
