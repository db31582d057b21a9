import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { measureCore } from './core.js';
import { measureGit } from './git.js';
import { measureIntake } from './intake.js';
import type { Document, Measure } from './measure.js';
import { showMeasures } from './show.js';
import { measureStart } from './start.js';

const PARTS: Readonly<Record<string, () => Promise<readonly Measure[]>>> = {
  core: measureCore,
  git: measureGit,
  intake: measureIntake,
  start: measureStart,
};

/** Measure the parts that are named, or all; one after the other, so that none disturbs another. */
async function bench(words: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { json: { type: 'string' }, compare: { type: 'string' } },
  });
  const earlier = values.compare === undefined ? null : readDocument(values.compare);
  const measures: Measure[] = [];
  for (const part of positionals.length === 0 ? Object.keys(PARTS) : positionals) {
    const measure = PARTS[part];
    if (measure === undefined)
      throw new Error(`there is no part "${part}"; there are ${Object.keys(PARTS).join(', ')}`);
    process.stderr.write(`${part}…\n`);
    measures.push(...(await measure()));
  }
  const machine = { node: process.versions.node, cores: availableParallelism() };
  const document: Document = { schemaVersion: 1, machine, measures };
  process.stdout.write(showMeasures(document, earlier));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(document, null, 2)}\n`);
}

function readDocument(file: string): Document {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
  if (document.schemaVersion !== 1) throw new Error(`${file} has another schema than 1`);
  return document;
}

await bench(process.argv.slice(2));
