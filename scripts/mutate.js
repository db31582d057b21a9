/**
 * How much of a change in `src/review/` the tests would notice:
 *
 *     npm run mutate -- --files 'src/review/settle/*' --sample 100 --seed 1 --json out.json
 *
 * Small faults are put into a copy of the project, each behind a switch, and the tests that reach one are run with it.
 * `--tests <path>` (many) says which tests, `--again <json of an earlier run>` runs again what was not found then,
 * `--list` only lists the mutants.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chooseMutants } from './mutate/choose-mutants.js';
import { findMutants } from './mutate/find-mutants.js';
import { renderMutants } from './mutate/render-mutants.js';
import { runMutants } from './mutate/run-mutants.js';
import { tellMutant, tellScore } from './mutate/tell-score.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const COPIED = ['src', 'test', 'scripts', 'schema', 'docs', 'app.yml', 'jest.config.js', 'package.json'];
const say = (text) => process.stdout.write(`${text}\n`);

const { values: asked } = parseArgs({
  options: {
    files: { type: 'string', default: 'src/review/**' },
    sample: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    tests: { type: 'string', multiple: true, default: ['test/unit/review', 'test/unit/report', 'test/unit/handlers'] },
    again: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const texts = new Map(sourcePaths().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
const candidatesByFile = [...texts].map(([file, text]) => ({ file, candidates: candidatesOf(file, text) }));
const mutants = chosen(candidatesByFile).map((mutant, index) => ({ id: index + 1, ...mutant }));

if (asked.list) for (const mutant of mutants) say(tellMutant({ ...mutant, status: '' }));
else await measure();

async function measure() {
  const folder = copyWithMutants();
  try {
    const told = mutants.map((mutant) => ({ ...mutant, name: nameOf(mutant.file) }));
    const onEnd = (id, outcomes) => {
      const { status } = outcomes.get(id);
      say(`${outcomes.size}/${mutants.length} ${tellMutant({ ...mutants[id - 1], status })}`);
    };
    const { outcomes, red } = await runMutants({ folder, tests: asked.tests, mutants: told, onEnd });
    report(
      mutants.map((mutant) => ({ ...mutant, ...outcomes.get(mutant.id) })),
      red.map((path) => path.slice(folder.length + 1)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(results, red) {
  say(`\n${tellScore(results)}`);
  if (red.length > 0) say(`\nleft out, red without any mutant: ${red.join(', ')}`);
  const candidates = candidatesByFile.reduce((sum, { candidates: { length } }) => sum + length, 0);
  const run = { files: asked.files, sample: asked.sample, seed: asked.seed, candidates, red, mutants: results };
  if (asked.json !== undefined) writeFileSync(asked.json, `${JSON.stringify(run, null, 1)}\n`);
}

function sourcePaths() {
  return readdirSync(join(ROOT, 'src'), { recursive: true })
    .map((path) => `src/${path.split(sep).join('/')}`)
    .filter((path) => path.endsWith('.ts') && matchesGlob(path, asked.files))
    .toSorted();
}

/** The key of a mutant does not name its line, so that an edit elsewhere in the file leaves it the same. */
function candidatesOf(file, text) {
  const seen = new Map();
  return findMutants(text, file).map((mutant) => {
    const original = text.slice(mutant.start, mutant.end);
    const like = [file, mutant.kind, original, mutant.mutated].join('\n');
    seen.set(like, (seen.get(like) ?? 0) + 1);
    const line = text.slice(0, mutant.start).split('\n').length;
    return { ...mutant, line, original, key: `${like}\n${seen.get(like)}` };
  });
}

function chosen(candidates) {
  const { again, sample, seed } = asked;
  if (again === undefined) return chooseMutants(candidates, { sample: Number(sample), seed });
  const isLeft = ({ status }) => status !== 'killed' && status !== 'timeout';
  const left = new Set(
    JSON.parse(readFileSync(again, 'utf8'))
      .mutants.filter(isLeft)
      .map(({ key }) => key),
  );
  return candidates.flatMap(({ file, candidates: all }) =>
    all.filter(({ key }) => left.has(key)).map((mutant) => ({ file, ...mutant })),
  );
}

function copyWithMutants() {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-mutants-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of texts) {
    const own = mutants.filter(({ file }) => file === path);
    if (own.length > 0) writeFileSync(join(folder, path), renderMutants(text, own));
  }
  return folder;
}

/** `review/settle/settle`: what a test of the file is called below `test/unit/`. */
function nameOf(file) {
  return file.replace(/^src\//, '').replace(/\.ts$/, '');
}
