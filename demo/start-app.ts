import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type RunningApp = { readonly url: string; readonly stop: () => Promise<void> };

/** What of this process's environment the App may use: the model, and how to reach it. */
const PASSED_ON = /^(PATH|HOME|SYSTEMROOT|OPENAI_\w+|PLUMBLINE_\w+|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i;

/** Start `plumbline serve` as an operator would, in a process of its own. Rejects with what it said when it ends instead. */
export async function startApp(program: string, variables: Readonly<Record<string, string>>): Promise<RunningApp> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-demo-'));
  const port = await freePort();
  const passed = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: folder,
    env: { ...Object.fromEntries(passed), ...variables, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += String(chunk);
        if (said.includes('server-started')) resolve();
      });
    }
    ended.then(() => reject(new Error(said.trim())), reject);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
