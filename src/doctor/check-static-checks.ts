import { openAnalyzers } from '../open-analyzers.js';
import type { Analyzer, AnalyzerId, HeadFile } from '../review/index.js';
import { type Check, fail, ok, skip } from './check.js';
import type { DoctorWorld } from './doctor-world.js';

const NAME = 'static checks';
const REINSTALL =
  'install plumbline again with its dependencies (`npm ci`) on this machine: some are made for one system';
const LEAVE_OUT = 'or leave them out with PLUMBLINE_ANALYZERS';

/** A file each of them looks at. */
const TINY: Readonly<Record<AnalyzerId, readonly [path: string, text: string]>> = {
  oxlint: ['tiny.ts', 'export const tiny = 1;\n'],
  ruff: ['tiny.py', 'tiny = 1\n'],
  secretlint: ['tiny.txt', 'tiny\n'],
  structure: ['tiny.ts', 'export const tiny = 1;\n'],
  lockfile: ['package-lock.json', '{ "lockfileVersion": 3, "packages": {} }\n'],
};

type Trial = { readonly id: AnalyzerId; readonly version: string; readonly failure: string | null };

/** Whether the programs of the static checks run on this machine: each looks at one tiny file in a process of its own, as in a review. */
export async function checkStaticChecks(world: DoctorWorld): Promise<Check> {
  if (world.environment.PLUMBLINE_ANALYZERS.length === 0) return skip(NAME, 'PLUMBLINE_ANALYZERS is none');
  try {
    const analyzers = await openAnalyzers(world.environment, world.variables);
    const trials = await Promise.all(analyzers.map((analyzer) => tryOnce(analyzer, world)));
    return judge(trials);
  } catch (error) {
    if (world.signal.aborted) throw error;
    // A package that is missing or made for another system fails while it is loaded.
    return fail(NAME, `they cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, REINSTALL);
  }
}

async function tryOnce(analyzer: Analyzer, { signal }: DoctorWorld): Promise<Trial> {
  const [path, text] = TINY[analyzer.id];
  const file: HeadFile = { path, text, addedLines: [{ start: 1, end: 1 }], removedText: '' };
  // Each bounds itself, from the start of its turn.
  const { checkedPaths, failure, version } = await analyzer.analyze([file], signal);
  const isChecked = checkedPaths.includes(path);
  return { id: analyzer.id, version, failure: isChecked ? failure : (failure ?? 'it looked at nothing') };
}

function judge(trials: readonly Trial[]): Check {
  const failed = trials.filter(({ failure }) => failure !== null);
  const versions = trials.map(({ id, version }) => `${id} ${version}`).join(', ');
  if (failed.length === 0) return ok(NAME, versions);
  const found = failed.map(({ failure, id, version }) => `${id} ${version}: ${failure}`).join('; ');
  return fail(NAME, found, REINSTALL, LEAVE_OUT);
}
