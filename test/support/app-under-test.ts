import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type AppUnderTest = {
  readonly url: string;
  /** Everything the process has logged so far. */
  readonly logs: () => string;
  /** SIGTERM, and wait for the end. Resolves with the exit status. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL, and wait for the end. */
  readonly kill: () => Promise<unknown>;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>;
};

/**
 * Start the real server (`dist/bin.js serve`) in a process of its own with nothing but the given environment, and wait until it
 * listens. Rejects with its output when it ends instead.
 */
export async function startApp(variables: Readonly<Record<string, string>>): Promise<AppUnderTest> {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-app-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(process.cwd(), 'dist/bin.js'), 'serve'], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory, PORT: String(port), HOST: '127.0.0.1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() =>
    rmSync(directory, { recursive: true, force: true }),
  );
  await output.until('server-started', ended);
  return {
    url: `http://127.0.0.1:${port}`,
    logs: output.text,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    signal: (name) => void child.kill(name),
    ended,
  };
}

function collect(child: ChildProcess) {
  let text = '';
  let wake: () => void = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += String(chunk);
      wake();
    });
  }
  return {
    text: () => text,
    until: (word: string, ended: Promise<unknown>) =>
      new Promise<void>((resolve, reject) => {
        wake = () => {
          if (text.includes(word)) resolve();
        };
        ended.then(() => reject(new Error(`the server ended before "${word}":\n${text}`)), reject);
      }),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
