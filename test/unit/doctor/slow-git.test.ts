import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { checkMachine } from '../../../src/doctor/check-machine.js';
import { readEnvironment } from '../../../src/environment.js';
import { systemClock } from '../../../src/system-clock.js';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-slow-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a git that hangs is told after the time limit', async () => {
  writeFileSync(join(folder, 'git'), '#!/bin/sh\nexec /bin/sleep 30\n');
  chmodSync(join(folder, 'git'), 0o755);
  const checks = await checkMachine({
    environment: readEnvironment({}),
    environmentProblems: [],
    variables: { PATH: folder },
    directory: folder,
    nodeVersion: '22.12.0',
    fetch,
    clock: systemClock,
    signal: new AbortController().signal,
    timeLimitMs: 200,
  });
  expect(checks.slice(1)).toMatchObject([
    { name: 'git', status: 'fail', found: 'git did not end in time' },
    { name: 'repository', status: 'skip' },
  ]);
});
