import { finished } from 'node:stream/promises';
import { execa } from 'execa';
import type { Variables } from './child-environment.js';
import { watchSilence } from './silence-watch.js';

export type ChildCall = {
  readonly directory: string;
  readonly variables: Variables;
  readonly input: string | null;
  /** The child is ended when it writes nothing for so long at first. */
  readonly startMs: number;
  /** And nothing for so long after it wrote something. */
  readonly silenceMs: number;
  /** Gets the output piece by piece. False ends the child. */
  readonly onChunk: (chunk: Buffer) => boolean;
};

/** `exitCode` is null when the child was ended or could not be started. */
export type ChildEnd = { readonly exitCode: number | null; readonly isSilent: boolean };

/** Run a script in a Node process of its own, without a shell and with nothing but the given environment. Never rejects. */
export async function runChild(
  args: readonly string[],
  { directory, variables, input, startMs, silenceMs, onChunk }: ChildCall,
  signal: AbortSignal,
): Promise<ChildEnd> {
  const silence = new AbortController();
  const watch = watchSilence(startMs, () => silence.abort());
  const running = execa(process.execPath, args, {
    cwd: directory,
    env: variables,
    extendEnv: false,
    encoding: 'buffer',
    buffer: false,
    stderr: 'ignore',
    reject: false,
    cancelSignal: AbortSignal.any([signal, silence.signal]),
    // Native code does not listen.
    killSignal: 'SIGKILL',
    ...(input === null ? ({ stdin: 'ignore' } as const) : { input }),
  });
  running.stdout.on('data', (chunk: Buffer) => {
    watch.heard(silenceMs);
    if (!onChunk(chunk)) running.kill('SIGKILL');
  });
  const [end] = await Promise.all([running, finished(running.stdout).catch(() => {})]);
  watch.stop();
  return { exitCode: end.exitCode ?? null, isSilent: silence.signal.aborted };
}
