import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandLine, createShop, findsTheRetry, openCommandLine } from '../support/command-line.js';
import type { GitRepository } from '../support/git-repository.js';

let line: CommandLine;
let shop: GitRepository;
const folder = mkdtempSync(join(tmpdir(), 'plumbline-outputs-'));

beforeAll(async () => {
  line = await openCommandLine();
  shop = createShop();
});
beforeEach(() => line.model.script([findsTheRetry()]));
afterAll(async () => {
  shop.remove();
  rmSync(folder, { recursive: true, force: true });
  await line.close();
});

describe('the forms of a report', () => {
  it.each([
    ['--json', /^\{\n {2}"schemaVersion": 1,/],
    ['--sarif', /"version": "2\.1\.0"/],
    ['--markdown', /^# .*\n/],
    ['--block', /^<plumbline-review /],
  ])('%s goes to standard output', async (flag, shape) => {
    const { status, stdout } = await line.plumbline(shop, ['review', flag]);
    expect(status).toBe(0);
    expect(stdout).toMatch(shape);
    expect(stdout).toContain('src/charge.ts');
  });

  it('several at once: one on the screen, the others in files by their endings', async () => {
    const files = ['a.json', 'b.sarif', 'c.md', 'd.block', 'e.txt'].map((name) => join(folder, name));
    const words = ['review', '--markdown', ...files.flatMap((file) => ['--output', file])];
    const { stdout } = await line.plumbline(shop, words);
    const [json, sarif, markdown, block, text] = files.map((file) => readFileSync(file, 'utf8'));
    expect(JSON.parse(json ?? '')).toMatchObject({ schemaVersion: 1, counts: { published: 1 } });
    expect(JSON.parse(sarif ?? '').runs[0].results).toHaveLength(1);
    expect(markdown).toBe(stdout);
    expect(block).toContain('</plumbline-review>');
    expect(text).toContain('F1');
  });

  it('a file that cannot be written is an error, and the result is on the screen all the same', async () => {
    const nowhere = join(folder, 'no', 'such', 'folder.json');
    const { status, stderr, stdout } = await line.plumbline(shop, ['review', '--output', nowhere]);
    expect(status).toBe(1);
    expect(stderr).toContain(`error: cannot write ${nowhere}: ENOENT`);
    expect(stdout).toContain('F1');
  });

  it.each([
    [['--json', '--sarif'], '--json and --sarif both want standard output'],
    [['--output', 'report.pdf'], '--output is "report.pdf"; end the name with one of .txt, .json, .sarif, .md, .block'],
    [['--preview', '--sarif'], 'a preview is printed as text or with --json'],
  ])('%j is a usage error', async (words, problem) => {
    const { status, stderr } = await line.plumbline(shop, ['review', ...words]);
    expect(status).toBe(2);
    expect(stderr).toContain(problem);
  });
});
