import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { HeadFile } from '../../../review/index.js';
import type { Answer, Bench } from '../bounded-analyzer.js';
import { neutralizeScriptDirectives } from '../neutralize-directives.js';
import { runChild } from '../run-child.js';
import { readDiagnostics, toOutcome } from './read-diagnostics.js';
import { OXLINT_CONFIGURATION } from './rules.js';
import { scriptEnding } from './script-kind.js';

/** Found without PATH. */
const TOOL = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');
const CONFIGURATION = 'configuration.json';
const FOLDER = 'files';
/** Names are short, but a command line has an end. */
const MAX_FILES_PER_RUN = 500;
/** It ends with 1 when it found an error. */
const ANSWERS: readonly (number | null)[] = [0, 1];

type Script = { readonly file: HeadFile; readonly text: string; readonly name: string };

/**
 * Run oxlint over copies with neutral names. A file that ends the tool takes the answers of its whole run with it, so a run
 * that failed is cut in halves until the file stands alone.
 */
export async function lookWithOxlint(files: readonly HeadFile[], bench: Bench): Promise<readonly Answer[]> {
  const scripts = files.map((file, index): Script => {
    const name = `${FOLDER}/${index}${scriptEnding(file.path) ?? '.js'}`;
    return { file, text: neutralizeScriptDirectives(file.text), name };
  });
  await writeScripts(scripts, bench.scratch);
  const answers: Answer[] = [];
  for (let start = 0; start < scripts.length; start += MAX_FILES_PER_RUN) {
    answers.push(...(await look(scripts.slice(start, start + MAX_FILES_PER_RUN), bench)));
  }
  return answers;
}

async function writeScripts(scripts: readonly Script[], scratch: string): Promise<void> {
  await mkdir(join(scratch, FOLDER), { mode: 0o700 });
  await writeFile(join(scratch, CONFIGURATION), JSON.stringify(OXLINT_CONFIGURATION));
  for (const { name, text } of scripts) await writeFile(join(scratch, name), text, { mode: 0o600 });
}

async function look(scripts: readonly Script[], bench: Bench): Promise<readonly Answer[]> {
  if (bench.signal.aborted) return scripts.map(() => 'late');
  const answers = await runOnce(scripts, bench);
  if (typeof answers !== 'string') return answers;
  if (scripts.length === 1) return [answers];
  const middle = Math.ceil(scripts.length / 2);
  return [...(await look(scripts.slice(0, middle), bench)), ...(await look(scripts.slice(middle), bench))];
}

/** One answer for each script, or why the run as a whole has none. */
async function runOnce(
  scripts: readonly Script[],
  { scratch, variables, limits, signal }: Bench,
): Promise<readonly Answer[] | 'late' | 'ended'> {
  const output: Buffer[] = [];
  let sizeBytes = 0;
  const onChunk = (chunk: Buffer) => {
    output.push(chunk);
    sizeBytes += chunk.length;
    return sizeBytes <= limits.maxOutputBytes;
  };
  const flags = ['--format=json', `--config=${CONFIGURATION}`, '--disable-nested-config', '--no-ignore', '--threads=1'];
  const call = {
    directory: scratch,
    variables,
    input: null,
    startMs: limits.startMs,
    silenceMs: limits.startMs,
    onChunk,
  };
  const end = await runChild([TOOL, ...flags, ...scripts.map(({ name }) => name)], call, signal);
  if (end.isSilent || signal.aborted) return 'late';
  const diagnostics = ANSWERS.includes(end.exitCode)
    ? readDiagnostics(Buffer.concat(output).toString('utf8'), scripts.length)
    : null;
  if (diagnostics === null) return 'ended';
  return scripts.map(({ name, text, file }) => toOutcome(diagnostics.get(name) ?? [], text, file));
}
