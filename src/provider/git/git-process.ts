import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { execa } from 'execa';
import type { Variables } from './git-environment.js';

const MAX_STDERR_BYTES = 1_000_000;

export type ProcessCall = {
  readonly directory: string;
  readonly variables: Variables;
  readonly input: Uint8Array | null;
  /** Gets the output piece by piece. What it throws ends the process and rejects. */
  readonly onChunk: (chunk: Buffer) => void;
};

/** `code` is the system's word when the process could not be started. */
export type ProcessEnd = { readonly exitCode: number | null; readonly code: string | null; readonly stderr: string };

/** Run git once, without a shell and with nothing but the given environment. Ends as soon as the signal is aborted. */
export async function runProcess(
  args: readonly string[],
  { directory, variables, input, onChunk }: ProcessCall,
  signal: AbortSignal,
): Promise<ProcessEnd> {
  const running = execa('git', args, {
    cwd: directory,
    env: variables,
    extendEnv: false,
    encoding: 'buffer',
    // Output is taken as it comes: collecting it is far slower there.
    buffer: { stdout: false, stderr: true },
    maxBuffer: MAX_STDERR_BYTES,
    reject: false,
    cancelSignal: signal,
    ...(input === null ? ({ stdin: 'ignore' } as const) : { input }),
  });
  const letGo = () => {
    running.stdout.destroy();
    running.stderr.destroy();
  };
  // A program started by git (a filter) may outlive it and keep its output open: nobody waits for that one.
  signal.addEventListener('abort', letGo, { once: true });
  const [end, failure] = await Promise.all([running, readAll(running, onChunk)]);
  signal.removeEventListener('abort', letGo);
  if (failure !== null) throw failure.error;
  return { exitCode: end.exitCode ?? null, code: end.code ?? null, stderr: textOf(end.stderr) };
}

/** Answers what the reader threw; a broken stream is told by the end of the process itself. */
async function readAll(
  running: { readonly stdout: Readable; kill(): boolean },
  onChunk: (chunk: Buffer) => void,
): Promise<{ readonly error: unknown } | null> {
  let failure: { readonly error: unknown } | null = null;
  running.stdout.on('data', (chunk: Buffer) => {
    if (failure !== null) return;
    try {
      onChunk(chunk);
    } catch (error) {
      failure = { error };
      running.kill();
      running.stdout.destroy();
    }
  });
  await finished(running.stdout).catch(() => {});
  return failure;
}

function textOf(output: unknown): string {
  return output instanceof Uint8Array ? Buffer.from(output).toString('utf8') : '';
}
