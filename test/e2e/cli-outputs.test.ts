import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

  it.each([
    ['a folder that is not there', join(folder, 'no', 'x.json'), `there is no folder ${join(folder, 'no')}`],
    ['a file as a folder', join(folder, 'plain.txt', 'x.json'), `${join(folder, 'plain.txt')} is no folder`],
    ['a folder', join(folder, 'folder.json'), 'it is a folder'],
  ])('into %s is refused before anything is asked', async (_title, path, why) => {
    mkdirSync(join(folder, 'folder.json'), { recursive: true });
    writeFileSync(join(folder, 'plain.txt'), '');
    const seen = line.model.requests.length;
    const { status, stderr, stdout } = await line.plumbline(shop, ['review', '--output', path]);
    expect([status, stdout, line.model.requests.length]).toEqual([2, '', seen]);
    expect(stderr).toContain(`error: --output ${path} cannot be written: ${why}\nhelp:  name a file`);
  });

  it('a file that can no longer be written is an error, and the result is on the screen all the same', async () => {
    const gone = join(folder, 'gone');
    mkdirSync(gone);
    line.model.script([findsTheRetry()]);
    const { status, stderr, stdout } = await line.plumbline(shop, ['review', '--output', join(gone, 'x.json')], {
      onProgress: () => rmSync(gone, { recursive: true, force: true }),
    });
    expect(status).toBe(1);
    expect(stderr).toContain(`error: cannot write ${join(gone, 'x.json')}: its folder is gone`);
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
