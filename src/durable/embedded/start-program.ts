import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { ServerUser } from './server-user.js';

export type ProgramCall = {
  readonly directory: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly user: ServerUser;
};

/**
 * Start a program of PostgreSQL, without a shell, with nothing but the given variables, and in a process group of its
 * own: a Ctrl-C or a SIGTERM to our group is for us, we stop the server when we are done with it.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  { directory, variables, user }: ProgramCall,
  output: number | 'pipe',
): ChildProcess {
  return spawn(program, args, {
    cwd: directory,
    env: { ...variables },
    stdio: ['ignore', output, output],
    detached: true,
    windowsHide: true,
    ...user,
  });
}

export type Program = ChildProcess;
export type ProgramEnd = { readonly isDone: boolean; readonly output: string };

/** Run a program to its end. Beyond the limit it is killed. Rejects when it cannot be started. */
export async function runProgram(
  program: string,
  args: readonly string[],
  call: ProgramCall,
  limitMs: number,
): Promise<ProgramEnd> {
  const child = startProgram(program, args, call, 'pipe');
  const timer = setTimeout(() => killGroup(child), limitMs);
  try {
    const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))));
    const exitCode = await endOf(child);
    return { isDone: exitCode === 0, output: (await output).join('\n') };
  } finally {
    clearTimeout(timer);
  }
}

/** The exit status; null when it was killed. Rejects when it could not be started. */
export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
