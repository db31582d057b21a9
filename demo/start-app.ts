import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type RunningApp = {
  readonly url: string;
  /** The end of what it has written so far. */
  readonly logEnd: () => string;
  readonly hasEnded: () => boolean;
  readonly stop: () => Promise<void>;
};

type Start = {
  /** File of the command. */
  readonly program: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Ends the start. Who aborts later calls `stop`. */
  readonly signal: AbortSignal;
  /** Where its working folder is made and removed again. */
  readonly scratchParent?: string;
};

/** What of this process's environment the App may use. */
const PASSED_ON = /^(PATH|HOME|SYSTEMROOT|PLUMBLINE_ANALYZERS|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i;
/** And the model, when the environment names one and where to reach it: a key alone is no choice of a model. */
const OF_MODEL = /^(OPENAI_\w+|PLUMBLINE_(?!DATA_DIR$)\w+)$/i;
const MAX_LOG_CHARS = 100_000;
const LOG_END_LINES = 12;
/** A server that does not stop when it is asked is ended. */
const STOP_MS = 10_000;

/** The App did not start, or went wrong later; `logEnd` is what it said last. */
export class AppFailure extends Error {
  constructor(
    message: string,
    readonly logEnd: string,
  ) {
    super(message);
  }
}

/** Start `plumbline serve` as an operator would, in a process of its own. Rejects with `AppFailure` when it ends instead, and leaves nothing behind then. */
export async function startApp({ program, scratchParent, signal, variables }: Start): Promise<RunningApp> {
  const port = await freePort();
  signal.throwIfAborted();
  const folder = mkdtempSync(join(scratchParent ?? tmpdir(), 'plumbline-demo-'));
  const mayPass = (name: string) => PASSED_ON.test(name) || (namesModel(process.env) && OF_MODEL.test(name));
  const passed = Object.entries(process.env).filter(([name]) => mayPass(name));
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: folder,
    // Nothing of it is to be kept.
    env: {
      ...Object.fromEntries(passed),
      PLUMBLINE_DATA_DIR: 'none',
      ...variables,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches this process alone, which then stops the App and waits for it.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  const logEnd = () => said.trim().split('\n').slice(-LOG_END_LINES).join('\n');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  };
  const started = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said = (said + String(chunk)).slice(-MAX_LOG_CHARS);
        if (said.includes('server-started')) resolve();
      });
    }
    ended.then(() => reject(new AppFailure('the App did not start', logEnd())), reject);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    await started;
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, logEnd, hasEnded, stop };
}

/** Whether the App has a model with these variables. */
export function namesModel({
  OPENAI_API_KEY,
  OPENAI_BASE_URL,
  PLUMBLINE_MODEL,
}: Readonly<Record<string, string | undefined>>): boolean {
  return isSet(PLUMBLINE_MODEL) && (isSet(OPENAI_API_KEY) || isSet(OPENAI_BASE_URL));
}

function isSet(value: string | undefined): boolean {
  return (value ?? '').trim() !== '';
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
