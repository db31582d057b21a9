import { clip, PlumblineError } from '../../review/index.js';
import { FIXED_ARGUMENTS, type Variables } from './git-environment.js';
import { type ProcessEnd, runProcess } from './git-process.js';

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
  stream(
    args: readonly string[],
    signal: AbortSignal,
    onChunk: (chunk: Buffer) => void,
    call?: Pick<GitCall, 'input'>,
  ): Promise<void>;
  /** The same git with further variables. */
  with(variables: Variables): Git;
};

export function createGit(place: { readonly directory: string; readonly variables: Variables }): Git {
  async function call(
    args: readonly string[],
    signal: AbortSignal,
    { input, exitCodes = [0] }: GitCall,
    onChunk: (chunk: Buffer) => void,
  ): Promise<{ readonly exitCode: number; readonly stderr: string }> {
    signal.throwIfAborted();
    const limit = AbortSignal.timeout(GIT_TIMEOUT_MS);
    const task = { ...place, input: input ?? null, onChunk };
    const end = await runProcess([...FIXED_ARGUMENTS, ...args], task, AbortSignal.any([signal, limit]));
    signal.throwIfAborted();
    if (limit.aborted) throw failed(args, `no end after ${GIT_TIMEOUT_MS / 1_000} s`);
    const { exitCode, stderr } = end;
    if (exitCode === null || !exitCodes.includes(exitCode)) throw toFailure(args, end);
    return { exitCode, stderr };
  }
  return {
    async run(args, signal, details = {}) {
      const chunks: Buffer[] = [];
      let sizeBytes = 0;
      const { exitCode, stderr } = await call(args, signal, details, (chunk) => {
        chunks.push(chunk);
        sizeBytes += chunk.length;
        if (sizeBytes > MAX_OUTPUT_BYTES) throw failed(args, `more than ${MAX_OUTPUT_BYTES / 1_000_000} MB of output`);
      });
      return { exitCode, stdout: Buffer.concat(chunks), stderr };
    },
    async stream(args, signal, onChunk, details = {}) {
      await call(args, signal, details, onChunk);
    },
    with: (variables) => createGit({ ...place, variables: { ...place.variables, ...variables } }),
  };
}

function toFailure(args: readonly string[], { code, exitCode, stderr }: ProcessEnd): PlumblineError {
  if (code === 'ENOENT') return new PlumblineError('git_missing');
  const said = stderr.split('\n').find((line) => line.trim() !== '');
  return failed(args, said ?? `it ended with ${exitCode ?? code ?? 'a signal'}`);
}

function failed(args: readonly string[], reason: string): PlumblineError {
  const command = args.find((arg) => !arg.startsWith('-')) ?? '';
  return new PlumblineError('git_failed', { command, reason: clip(reason, MAX_REASON_CHARS) });
}
