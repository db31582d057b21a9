import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Variables } from './git-environment.js';

const MAX_STDERR_BYTES = 1_000_000;
/** Git ends at once when it is asked to; one that cannot is not waited for. */
const FORCED_END_MS = 5_000;

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
  const running = start(args, { cwd: directory, env: variables });
  if ('code' in running) return { exitCode: null, code: running.code, stderr: '' };
  const ended = waitForEnd(running);
  // Git may end before it has read everything, and that is no failure.
  running.stdin.on('error', () => {});
  running.stdin.end(input ?? undefined);
  const readStderr = collect(running);
  const failed = handOn(running, onChunk);
  const stop = () => end(running);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const { exitCode, code } = await ended;
  signal.removeEventListener('abort', stop);
  const failure = failed();
  if (failure !== null) throw failure.error;
  return { exitCode, code, stderr: readStderr() };
}

/** Some of what the system refuses is thrown, and some is told later. */
function start(
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Variables },
): ChildProcessWithoutNullStreams | { readonly code: string } {
  try {
    return spawn('git', args, place);
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

function waitForEnd(running: ChildProcessWithoutNullStreams): Promise<Omit<ProcessEnd, 'stderr'>> {
  const stopWithUs = () => running.kill();
  process.once('exit', stopWithUs);
  return new Promise((resolve) => {
    const settle = (result: Omit<ProcessEnd, 'stderr'>) => {
      process.removeListener('exit', stopWithUs);
      resolve(result);
    };
    running.once('error', (error: NodeJS.ErrnoException) => settle({ exitCode: null, code: error.code ?? null }));
    running.once('close', (exitCode) => settle({ exitCode, code: null }));
  });
}

/** A program started by git (a filter) may outlive it and keep its output open: nobody waits for that one. */
function end(running: ChildProcessWithoutNullStreams): void {
  running.kill();
  running.stdout.destroy();
  running.stderr.destroy();
  const forced = setTimeout(() => running.kill('SIGKILL'), FORCED_END_MS);
  running.once('close', () => clearTimeout(forced));
}

/** What git says of itself, its beginning at least. */
function collect({ stderr }: ChildProcessWithoutNullStreams): () => string {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  stderr.on('data', (chunk: Buffer) => {
    if (sizeBytes < MAX_STDERR_BYTES) chunks.push(chunk);
    sizeBytes += chunk.length;
  });
  stderr.on('error', () => {});
  return () => Buffer.concat(chunks).toString('utf8');
}

/** Answers, at the end, what the reader threw; a broken stream is told by the end of the process itself. */
function handOn(
  running: ChildProcessWithoutNullStreams,
  onChunk: (chunk: Buffer) => void,
): () => { readonly error: unknown } | null {
  let failure: { readonly error: unknown } | null = null;
  running.stdout.on('error', () => {});
  running.stdout.on('data', (chunk: Buffer) => {
    if (failure !== null) return;
    try {
      onChunk(chunk);
    } catch (error) {
      failure = { error };
      end(running);
    }
  });
  return () => failure;
}
