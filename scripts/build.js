// Compile TypeScript to ES modules, file by file: `node scripts/build.js [<from folder> <to folder>]…`, by default src to dist.
// Types are checked apart (`npm run types`), so that a build takes a second.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const OPTIONS = {
  swcrc: false,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023', transform: { verbatimModuleSyntax: true } },
  module: { type: 'es6' },
};

/** Compile one folder into another; what the other holds besides is removed. */
async function build(from, to) {
  const sources = (await filesIn(from)).filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  const made = await Promise.all(sources.map((path) => compile(path, join(to, relative(from, path)))));
  const kept = new Set(made);
  const stale = (await filesIn(to)).filter((path) => !kept.has(path));
  await Promise.all(stale.map((path) => rm(path)));
}

async function compile(path, target) {
  const { code } = await transformFile(path, OPTIONS);
  const made = target.replace(/\.ts$/, '.js');
  await mkdir(dirname(made), { recursive: true });
  await writeFile(made, code);
  return made;
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const pairs = process.argv.length > 2 ? process.argv.slice(2) : ['src', 'dist'];
for (let at = 0; at + 1 < pairs.length; at += 2) await build(join(ROOT, pairs[at]), join(ROOT, pairs[at + 1]));
