import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ALL_TOOLS } from '../../../src/review/call/tools.js';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));

it('S06: three files start programs, git, PostgreSQL and scripts of ours in Node itself, without a shell', () => {
  const starts = SOURCES.filter(({ text }) => /from '(?:node:)?(?:child_process|execa|worker_threads|vm)'/.test(text));
  const programs = starts.map(({ path, text }) => [
    path.replaceAll('\\', '/'),
    text.match(/\b(?:execa|spawn)\([^,]*,/g),
  ]);
  expect(Object.fromEntries(programs)).toEqual({
    'durable/embedded/start-program.ts': ['spawn(program,'],
    'provider/analyzer/run-child.ts': ['execa(process.execPath,'],
    'provider/git/git-process.ts': ["spawn('git',"],
  });
  for (const { text } of starts) expect(text).not.toMatch(/shell:|execaCommand|\$`/);
});

it('S06: no text is ever run as code', () => {
  const runs = SOURCES.filter(({ text }) => /\beval\(|new Function\(|\bimport\((?!')/.test(text));
  expect(runs.map(({ path }) => path)).toEqual([]);
});

it('S06: a reviewer reads pages and hands in its answer, and can do nothing else', () => {
  expect(ALL_TOOLS.map(({ name }) => name)).toEqual(['get_file_diff', 'submit_review']);
});
