import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type CommandResult = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

export type CommandWorld = {
  readonly directory: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Gets the child as soon as it runs: to press Ctrl-C, or to close its output. */
  readonly onStart?: (child: ChildProcess) => void;
};

/** Run the real command (`dist/bin.js`) as a child process with a scrubbed environment. Never rejects for an exit status. */
export function runCommand(words: readonly string[], world: CommandWorld): Promise<CommandResult> {
  const home = mkdtempSync(join(tmpdir(), 'plumbline-home-'));
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(process.cwd(), 'dist/bin.js'), ...words],
      {
        cwd: world.directory,
        env: { PATH: process.env.PATH, HOME: home, ...world.variables },
        maxBuffer: 256 * 1024 * 1024,
      },
      (_error, stdout, stderr) => {
        rmSync(home, { recursive: true, force: true });
        resolve({ status: child.exitCode, stdout, stderr });
      },
    );
    world.onStart?.(child);
  });
}
