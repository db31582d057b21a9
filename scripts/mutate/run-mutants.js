import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';

const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--max-old-space-size=4096'];
/** Tests that measure time say nothing about a mutant on a busy machine. */
const NOT_ABOUT_TIME = '^(?!.*(stays quick|slowed down|under a second)).*$';
/** Without a sign of life for so long, what runs is an endless loop. */
const MAX_SILENCE_MS = 30_000;

/**
 * Run every mutant over the tests that reach it, in a copy of the project. One jest process does as much as it can; it is
 * begun anew when a mutant caught it in an endless loop, or when it has grown large. Gives id -> outcome, and the paths of
 * test files that were red without any mutant.
 */
export async function runMutants({ folder, tests, mutants, onEnd }) {
  const outcomes = new Map();
  const learned = [];
  const end = (id, outcome) => {
    outcomes.set(id, outcome);
    onEnd(id, outcomes);
  };
  while (outcomes.size < mutants.length) {
    const before = outcomes.size + learned.length;
    const rest = mutants.filter(({ id }) => !outcomes.has(id));
    const job = { mutants: rest, ended: [...outcomes.keys()], learned };
    const caughtIn = await runOnce({ folder, tests, job }, (message) => {
      if (message.kind === 'learned') learned.push(message.file);
      else end(message.id, { status: message.status, killer: message.killer });
    });
    if (caughtIn !== 0 && !outcomes.has(caughtIn)) end(caughtIn, { status: 'timeout' });
    if (outcomes.size + learned.length === before) throw new Error('jest ended without having run a mutant');
  }
  return { outcomes, red: learned.filter(({ isGreen }) => !isGreen).map(({ path }) => path) };
}

/** Gives the mutant the process was caught in; 0 when it came to an end by itself. */
function runOnce({ folder, tests, job }, onMessage) {
  const jobPath = join(folder, 'mutation-job.json');
  const heartbeatPath = join(folder, 'mutation-heartbeat');
  writeFileSync(jobPath, JSON.stringify(job));
  writeFileSync(heartbeatPath, '0 0');
  return new Promise((resolve) => {
    const child = fork(join(folder, 'node_modules/jest/bin/jest.js'), argumentsOf(folder, tests), {
      cwd: folder,
      execArgv: NODE_FLAGS,
      env: { ...process.env, PLUMBLINE_MUTATION_JOB: jobPath, PLUMBLINE_MUTATION_HEARTBEAT: heartbeatPath },
      stdio: ['ignore', 'ignore', process.env.PLUMBLINE_MUTATION_DEBUG ? 'inherit' : 'ignore', 'ipc'],
    });
    setPriority(child.pid, 10);
    let isCaught = false;
    const stopWatching = watch(heartbeatPath, () => {
      isCaught = true;
      child.kill('SIGKILL');
    });
    child.on('message', onMessage);
    child.on('close', (code) => {
      stopWatching();
      resolve(isCaught || code === null || code > 1 ? Number(readFileSync(heartbeatPath, 'utf8').split(' ')[0]) : 0);
    });
  });
}

function watch(path, onSilence) {
  let last = '';
  let since = performance.now();
  const timer = setInterval(() => {
    const now = readFileSync(path, 'utf8');
    if (now !== last) since = performance.now();
    last = now;
    if (performance.now() - since > MAX_SILENCE_MS) onSilence();
  }, 1_000);
  return () => clearInterval(timer);
}

function argumentsOf(folder, tests) {
  const inJest = join(folder, 'scripts/mutate/jest');
  return [
    '--globalSetup=',
    '--runInBand',
    '--ci',
    '--silent',
    '--forceExit',
    `--runner=${join(inJest, 'runner.cjs')}`,
    `--testEnvironment=${join(inJest, 'environment.cjs')}`,
    `--setupFilesAfterEnv=${join(inJest, 'fixed-seed.js')}`,
    `--testNamePattern=${NOT_ABOUT_TIME}`,
    '--',
    ...tests,
  ];
}
