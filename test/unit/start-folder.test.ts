import { expect, it } from '@jest/globals';
import { startFolder } from '../../src/start-folder.js';

const here = process.cwd();

it.each<[string, Record<string, string>, string | null]>([
  ['npm run plumbline', { npm_lifecycle_event: 'plumbline', INIT_CWD: here }, here],
  ['another script of npm', { npm_lifecycle_event: 'test', INIT_CWD: here }, null],
  ['no npm', {}, null],
  ['a folder that is gone', { npm_lifecycle_event: 'plumbline', INIT_CWD: `${here}/nowhere` }, null],
  ['no folder', { npm_lifecycle_event: 'plumbline', INIT_CWD: `${here}/package.json` }, null],
])('begins in the right folder with %s', (_title, variables, folder) => {
  expect(startFolder(variables)).toBe(folder);
});
