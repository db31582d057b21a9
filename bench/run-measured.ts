import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

export type Usage = {
  readonly wallMs: number;
  /** Of the Node process, without the children it started. */
  readonly userMs: number;
  readonly systemMs: number;
  readonly peakMb: number;
};

export type Measured = Usage & { readonly stdout: string };

const PROBE = new URL('./probe.js', import.meta.url).href;

/** This project's root: compiled, these files stand two folders below it. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const PROGRAM = join(ROOT, 'dist', 'bin.js');

/** Run a Node program to its end in a process of its own. Rejects when it ends with another status than 0. */
export async function runMeasured(
  words: readonly string[],
  { directory, variables = {} }: { readonly directory?: string; readonly variables?: Record<string, string> } = {},
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  const probeFile = join(folder, 'usage.json');
  try {
    const startedAtMs = performance.now();
    const stdout = await runNode(['--import', PROBE, ...words], {
      cwd: directory ?? folder,
      env: { PATH: process.env.PATH, HOME: folder, BENCH_PROBE_FILE: probeFile, ...variables },
    });
    const wallMs = performance.now() - startedAtMs;
    return { wallMs, stdout, ...(JSON.parse(readFileSync(probeFile, 'utf8')) as Omit<Usage, 'wallMs'>) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runNode(
  words: readonly string[],
  at: { readonly cwd: string; readonly env: Record<string, string | undefined> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { ...at, stdio: ['ignore', 'pipe', 'pipe'] });
    const heard = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      heard.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      heard.stderr += text;
    });
    child.once('error', reject);
    child.once('close', (status) =>
      status === 0 ? resolve(heard.stdout) : reject(new Error(`${words.join(' ')}: status ${status}\n${heard.stderr}`)),
    );
  });
}

export function medianOf(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
