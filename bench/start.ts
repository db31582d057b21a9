import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measure, measuresOf } from './measure.js';
import { medianOf, PROGRAM, runMeasured, type Usage } from './run-measured.js';

const COMMANDS = ['--version', '--help', 'config schema', 'config docs', 'config check settings.yml'];
const TIMES = 5;

/** Start the command: the median of several starts. On a machine others use too, processor time tells more than wall time. */
export async function measureStart(): Promise<readonly Measure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  try {
    writeFileSync(join(directory, 'settings.yml'), 'fail_on: high\n');
    const measures: Measure[] = [];
    for (const command of COMMANDS) measures.push(...(await measureCommand(command, directory)));
    return measures;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measureCommand(command: string, directory: string): Promise<readonly Measure[]> {
  const runs: Usage[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    runs.push(await runMeasured([PROGRAM, ...command.split(' ')], { directory }));
  }
  return measuresOf(`start/${command}`, {
    user: [medianOf(runs.map(({ userMs }) => userMs)), 'ms'],
    wall: [medianOf(runs.map(({ wallMs }) => wallMs)), 'ms'],
    'peak memory': [medianOf(runs.map(({ peakMb }) => peakMb)), 'MB'],
  });
}
