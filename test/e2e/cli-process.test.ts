import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandLine, createShop, findsTheRetry, openCommandLine } from '../support/command-line.js';
import type { GitRepository } from '../support/git-repository.js';
import { createGithubWorld } from '../support/github-world/index.js';
import { waitsFor } from '../support/model-stand-in/index.js';
import { runCommand } from '../support/run-command.js';

let line: CommandLine;
let shop: GitRepository;

beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());
beforeEach(() => {
  shop = createShop();
});
afterEach(() => shop.remove());

const world = (more: Partial<Parameters<typeof runCommand>[1]> = {}) => ({
  directory: shop.directory,
  ...more,
  variables: { ...line.variables, GIT_CEILING_DIRECTORIES: join(shop.outside, '..'), ...more.variables },
});

describe('the process', () => {
  it('reviews the whole work tree from the folder it is called in, and keeps its two outputs apart', async () => {
    shop.write({ 'other.ts': 'x\n' });
    line.model.script([findsTheRetry()]);
    const words = ['review', '--json', '--fail-on', 'high'];
    const { status, stdout, stderr } = await runCommand(words, world({ directory: join(shop.directory, 'src') }));
    expect(status).toBe(10);
    expect(JSON.parse(stdout).coverage.files).toHaveLength(2);
    expect(stderr).toBe('reading the change\nreading 2 files\nreviewing\nchecking that nothing moved\n');
  });

  it('begins where the person stands when npm has moved it to its own folder', async () => {
    const stands = { npm_lifecycle_event: 'plumbline', INIT_CWD: join(shop.directory, 'src') };
    const moved = (words: readonly string[]) =>
      runCommand(words, world({ directory: process.cwd(), variables: { ...stands, PLUMBLINE_ANALYZERS: 'none' } }));
    const words = ['review', '--json', '--output', 'here.json'];
    const { stdout, stderr } = await moved(words);
    expect([JSON.parse(stdout).coverage.files[0].path, stderr]).toEqual([
      'src/charge.ts',
      expect.stringContaining('reading 1 file'),
    ]);
    expect(readdirSync(join(shop.directory, 'src'))).toContain('here.json');
    expect((await moved(['review', '--preview', '--repo', '..'])).status).toBe(0);
  });

  it('takes no environment from the folder', async () => {
    shop.write({ '.env': 'PLUMBLINE_MODEL=from-the-folder\n' });
    const { status, stderr } = await runCommand(['review'], world({ variables: { PLUMBLINE_MODEL: '' } }));
    expect([status, stderr]).toEqual([2, expect.stringContaining('PLUMBLINE_MODEL is not set')]);
  });

  it('has the version of its package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await runCommand(['--version'], world())).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('ends with its own status when nobody reads its output to the end', async () => {
    line.model.script([findsTheRetry()]);
    const onStart = (child: { stdout: { destroy(): void } | null }) => child.stdout?.destroy();
    const { status, stderr } = await runCommand(['review', '--fail-on', 'high'], world({ onStart }));
    expect([status, stderr]).toEqual([10, expect.not.stringContaining('EPIPE')]);
  });
});

describe('what is loaded', () => {
  it.each([
    ['nothing of others for the help', ['--help'], /node_modules/],
    ['no server and no model for a plan', ['review', '--preview'], /node_modules\/(probot|openai|@octokit|pino)\//],
    ['no server and no GitHub for a local review', ['review'], /node_modules\/(probot|@octokit|pino)\//],
  ])('is %s', async (_title, words, unwanted) => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-loaded-'));
    const { status } = await runCommand(words, world({ variables: { NODE_V8_COVERAGE: folder } }));
    const [name = ''] = readdirSync(folder);
    const loaded = JSON.parse(readFileSync(join(folder, name), 'utf8')).result.map(({ url }: { url: string }) => url);
    rmSync(folder, { recursive: true });
    expect(status).toBe(0);
    expect(loaded.some((url: string) => url.endsWith('/dist/cli.js'))).toBe(true);
    expect(loaded.filter((url: string) => unwanted.test(url))).toEqual([]);
  });
});

describe('Ctrl-C', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('(%s) ends with a partial report and leaves nothing behind', async (name) => {
    const scratch = join(shop.outside, 'scratch');
    mkdirSync(scratch);
    const seen = line.model.requests.length;
    line.model.script([waitsFor(new Promise(() => {}))]);
    const { status, stdout, stderr } = await runCommand(
      ['review'],
      world({
        variables: { TMPDIR: scratch },
        onStart: (child) =>
          pressWhen(
            () => line.model.requests.length > seen,
            () => child.kill(name),
          ),
      }),
    );
    expect(status).toBe(130);
    expect(stdout).toMatch(/^Not reviewed: cancelled\n/);
    expect(stderr).toBe('reading the change\nreading 1 file\nreviewing\n');
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('while a static check runs leaves nothing behind', async () => {
    const scratch = join(shop.outside, 'scratch');
    mkdirSync(scratch);
    const { status, stderr } = await runCommand(
      ['review', '--no-model'],
      world({
        variables: { TMPDIR: scratch, PLUMBLINE_ANALYZERS: 'oxlint' },
        onStart: (child) =>
          pressWhen(
            () => readdirSync(scratch).some((name) => name.startsWith('plumbline-analyzer-')),
            () => child.kill('SIGINT'),
          ),
      }),
    );
    expect([status, stderr]).toEqual([130, expect.stringMatching(/interrupted before anything was reviewed\n$/)]);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('before anything is read says so', async () => {
    const github = await createGithubWorld();
    const { host } = new URL(github.url);
    github.faults.on({ times: 100 }, { hang: true });
    const { status, stdout, stderr } = await runCommand(
      ['review', 'pr', `http://${host}/octo/shop/pull/1`],
      world({
        variables: { GHE_HOST: host, GHE_PROTOCOL: 'http' },
        onStart: (child) =>
          pressWhen(
            () => github.requests.length > 0,
            () => child.kill('SIGINT'),
          ),
      }),
    );
    await github.close();
    expect([status, stdout, stderr]).toEqual([130, '', 'interrupted before anything was reviewed\n']);
  });
});

function pressWhen(isThere: () => boolean, press: () => void): void {
  const timer = setInterval(() => {
    if (!isThere()) return;
    clearInterval(timer);
    press();
  }, 5);
}
