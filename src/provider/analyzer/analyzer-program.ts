/**
 * The child process of the checks that cannot be interrupted. Reads one JSON task from standard input and writes one line
 * of JSON when it is ready, then one for each file, in order: its findings, or null when it could not be looked at. Opens
 * nothing else.
 */
import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import type { HeadFile } from '../../review/index.js';
import { boundSecrets } from './bound-secrets.js';
import type { Check } from './check.js';
import type { ProgramOptions } from './check-in-program.js';
import { keepWorst } from './keep-worst.js';
import { READY_LINE } from './ready-line.js';

type Task = {
  readonly analyzerId: ProgramOptions['analyzerId'];
  readonly files: readonly HeadFile[];
  readonly maxFindings: number;
  readonly maxSecrets: number;
};

const LOADERS: Readonly<Record<Task['analyzerId'], () => Promise<Check>>> = {
  ruff: async () => (await import('./ruff/check-with-ruff.js')).createRuffCheck(),
  secretlint: async () => (await import('./secretlint/check-with-secretlint.js')).checkWithSecretlint,
  structure: async () => (await import('./structure/check-structure.js')).checkStructure,
  lockfile: async () => (await import('./lockfile/check-lockfile.js')).checkLockfile,
};

const { analyzerId, files, maxFindings, maxSecrets } = JSON.parse(await text(process.stdin)) as Task;
// Compiling WebAssembly well takes longer than running it once. A Node that does not know the flag ignores it.
setFlagsFromString('--liftoff-only');
const check = await LOADERS[analyzerId]();
tell(READY_LINE);
for (const file of files) tell(`${JSON.stringify(await answerFor(file))}\n`);

/** Written at once, so that the answers before a file that ends the process have left it. */
function tell(line: string): void {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
}

async function answerFor(file: HeadFile) {
  try {
    const outcome = await check(file);
    const findings = keepWorst(outcome.findings, maxFindings);
    return { ...outcome, findings, secrets: boundSecrets(outcome.secrets ?? [], maxSecrets) };
  } catch {
    return null;
  }
}
