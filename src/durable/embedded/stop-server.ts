import { rmdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../unavailable.js';
import { programPath } from './find-programs.js';
import type { OwnedServer } from './own-server.js';
import { isAlive, type Postmaster, readPostmaster } from './postmaster-file.js';
import { endSession } from './session.js';
import { callIn, type Site } from './site.js';
import { runProgram } from './start-program.js';

const LOOK_PAUSE_MS = 20;
const FAST_LIMIT_MS = 20_000;
const IMMEDIATE_LIMIT_MS = 5_000;
const EXIT_LIMIT_MS = 1_000;
const CONTROL_LIMIT_MS = 10_000;

/**
 * Stop the server: first wait for other sessions to end (`smart`), then end them (`fast`), at last leave what is open to
 * the recovery of the next start (`immediate`).
 */
export async function stopServer(site: Site, { session }: OwnedServer, smartLimitMs: number): Promise<void> {
  const postmaster = await readPostmaster(site.layout.cluster);
  if (postmaster === null) return endSession(session);
  // Once it takes no new session nobody can get our lock.
  await control(site, 'smart');
  await endSession(session);
  const isStopped =
    (await isGone(site, postmaster, smartLimitMs)) ||
    (await endBy(site, 'fast', postmaster, FAST_LIMIT_MS)) ||
    (await endBy(site, 'immediate', postmaster, IMMEDIATE_LIMIT_MS));
  if (!isStopped) throw unavailable(`PostgreSQL (process ${postmaster.pid}) does not stop`, 'end it by hand');
  // It is made again when it is needed; in the system's folder for short-lived files nothing stays.
  if (site.socketDirectory !== null) await rmdir(site.socketDirectory).catch(() => {});
}

async function endBy(site: Site, mode: 'fast' | 'immediate', postmaster: Postmaster, limitMs: number) {
  site.log.warn({ mode }, 'the database has sessions left that do not end');
  await control(site, mode);
  return isGone(site, postmaster, limitMs);
}

/** Tells the server and does not wait. It may be gone already. */
async function control(site: Site, mode: 'smart' | 'fast' | 'immediate'): Promise<void> {
  const args = ['stop', '--silent', '--no-wait', `--mode=${mode}`, `--pgdata=${site.layout.cluster}`];
  await runProgram(programPath(site.programs, 'pg_ctl'), args, callIn(site), CONTROL_LIMIT_MS);
}

async function isGone(site: Site, { pid }: Postmaster, limitMs: number): Promise<boolean> {
  // Its file goes last. Where nobody collects the dead, its number stays.
  const isOver = async () => !isAlive(pid) || (await readPostmaster(site.layout.cluster))?.pid !== pid;
  if (!(await comesTrue(isOver, limitMs))) return false;
  await comesTrue(async () => !isAlive(pid), EXIT_LIMIT_MS);
  return true;
}

async function comesTrue(holds: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const untilMs = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > untilMs) return false;
    await sleep(LOOK_PAUSE_MS);
  }
  return true;
}
