import { spawn } from 'node:child_process';

const ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

export type GitOutcome = { readonly exitCode: number; readonly stdout: Buffer; readonly stderr: string };

/** Run git in a bare repository, free of the machine's own configuration. Never rejects for an exit code. */
export function runGit(gitDir: string, args: readonly string[], input?: Buffer): Promise<GitOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['--git-dir', gitDir, ...args], { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ exitCode: code ?? -1, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') }),
    );
    child.stdin.end(input);
  });
}

/** Run git and reject unless it exits with 0. */
export async function git(gitDir: string, args: readonly string[], input?: Buffer): Promise<Buffer> {
  const outcome = await runGit(gitDir, args, input);
  if (outcome.exitCode !== 0) throw new Error(`git ${args.join(' ')} (${outcome.exitCode}): ${outcome.stderr}`);
  return outcome.stdout;
}
