import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const READER = pathToFileURL(join(process.cwd(), 'dist/review/read-settings.js')).href;
/** What a process that serves many repositories may read one after another. */
const READS = `
  const { readSettings } = await import(${JSON.stringify(READER)});
  const deep = 10_000;
  const texts = [
    '['.repeat(deep),
    '['.repeat(deep) + ']'.repeat(deep),
    '{a: '.repeat(deep),
    '? '.repeat(deep) + 'a',
    '- '.repeat(deep) + 'a',
    '!!seq ['.repeat(deep) + ']'.repeat(deep),
    '['.repeat(deep) + '*a' + ']'.repeat(deep),
  ];
  const problems = [...texts, ...texts].map((text) => readSettings(text).problems);
  console.log(problems.filter(([first]) => first.startsWith('nested too deeply')).length);
`;

it('many deeply nested settings files in one process do not end it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', READS]);
  expect(stdout).toBe('14\n');
});
