import { execa } from 'execa';
import { PlumblineError } from '../../review/index.js';
import { FIXED_ARGUMENTS, type Variables } from './git-environment.js';

/** A diff of a very large repository takes seconds; what takes longer hangs. */
const GIT_TIMEOUT_MS = 120_000;
/** Lists of names and single objects. Patches are streamed and have bounds of their own. */
const MAX_OUTPUT_BYTES = 64_000_000;
const MAX_REASON_CHARS = 300;

export type GitAnswer = { readonly exitCode: number; readonly stdout: Buffer; readonly stderr: string };

export type GitCall = {
  /** Fed to the command; nothing when left out. */
  readonly input?: Uint8Array;
  /** Exit codes that are answers; others are errors. Standard: 0. */
  readonly exitCodes?: readonly number[];
};

/**
 * Git in one folder. Arguments are an array and reach no shell; answers are bytes. Rejects with `git_missing`,
 * `git_failed`, or the signal's reason.
 */
export type Git = {
  run(args: readonly string[], signal: AbortSignal, call?: GitCall): Promise<GitAnswer>;
  /** Hand over the output piece by piece, so that its size does not matter. */
  stream(args: readonly string[], signal: AbortSignal, onChunk: (chunk: Buffer) => void): Promise<void>;
  /** The same git with further variables. */
  with(variables: Variables): Git;
};

export function createGit(place: { readonly directory: string; readonly variables: Variables }): Git {
  const common = {
    cwd: place.directory,
    env: place.variables,
    extendEnv: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    reject: false,
    timeout: GIT_TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  } as const;
  return {
    async run(args, signal, { input, exitCodes = [0] } = {}) {
      const fed = input === undefined ? ({ stdin: 'ignore' } as const) : { input };
      const end = await execa('git', [...FIXED_ARGUMENTS, ...args], { ...common, ...fed, cancelSignal: signal });
      const answer = { stdout: Buffer.from(end.stdout), stderr: Buffer.from(end.stderr).toString('utf8') };
      if (end.exitCode === undefined || !exitCodes.includes(end.exitCode)) throw toFailure(args, end, signal);
      return { ...answer, exitCode: end.exitCode };
    },
    async stream(args, signal, onChunk) {
      const options = { ...common, buffer: { stdout: false, stderr: true }, cancelSignal: signal } as const;
      const running = execa('git', [...FIXED_ARGUMENTS, ...args], { ...options, stdin: 'ignore' });
      // A reader that throws must not leave the command behind.
      const [end] = await Promise.all([running, readAll(running.stdout, onChunk).catch(stop(running))]);
      if (end.exitCode !== 0) throw toFailure(args, end, signal);
    },
    with: (variables) => createGit({ ...place, variables: { ...place.variables, ...variables } }),
  };
}

async function readAll(output: AsyncIterable<unknown>, onChunk: (chunk: Buffer) => void): Promise<void> {
  for await (const chunk of output) onChunk(chunk as Buffer);
}

/** A broken stream is told by the command's own end; only what the reader itself threw goes on. */
function stop(running: { kill(): boolean }): (error: unknown) => void {
  return (error) => {
    running.kill();
    if (error instanceof PlumblineError) throw error;
  };
}

type End = {
  readonly code?: string;
  readonly stderr: unknown;
  readonly isCanceled: boolean;
  readonly timedOut: boolean;
  readonly isMaxBuffer: boolean;
  readonly exitCode?: number;
};

function toFailure(args: readonly string[], end: End, signal: AbortSignal): unknown {
  if (end.isCanceled || signal.aborted) return signal.reason;
  if (end.code === 'ENOENT') return new PlumblineError('git_missing');
  const command = args.find((arg) => !arg.startsWith('-')) ?? '';
  return new PlumblineError('git_failed', { command, reason: reasonOf(end) });
}

function reasonOf(end: End): string {
  if (end.timedOut) return `no end after ${GIT_TIMEOUT_MS / 1_000} s`;
  if (end.isMaxBuffer) return `more than ${MAX_OUTPUT_BYTES / 1_000_000} MB of output`;
  const said = Buffer.from(end.stderr as Uint8Array)
    .toString('utf8')
    .split('\n')
    .find((line) => line.trim() !== '');
  return (said ?? `it ended with ${end.exitCode ?? end.code ?? 'a signal'}`).slice(0, MAX_REASON_CHARS);
}
