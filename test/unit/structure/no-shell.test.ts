import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ALL_TOOLS } from '../../../src/review/call/tools.js';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));

it('S06: one file starts programs, and the only one it starts is git, without a shell', () => {
  const starts = SOURCES.filter(({ text }) => /from '(?:node:)?(?:child_process|execa|worker_threads|vm)'/.test(text));
  expect(starts.map(({ path }) => path)).toEqual(['provider/git/git-process.ts']);
  expect(starts[0]?.text.match(/execa\([^,]*,/g)).toEqual(["execa('git',"]);
  expect(starts[0]?.text).not.toMatch(/shell:|execaCommand|\$`/);
});

it('S06: no text is ever run as code', () => {
  const runs = SOURCES.filter(({ text }) => /\beval\(|new Function\(|\bimport\((?!')/.test(text));
  expect(runs.map(({ path }) => path)).toEqual([]);
});

it('S06: a reviewer reads pages and hands in its answer, and can do nothing else', () => {
  expect(ALL_TOOLS.map(({ name }) => name)).toEqual(['get_file_diff', 'submit_review']);
});
