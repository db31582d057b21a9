import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ANALYZER_LIMITS, type AnalyzerLimits, createAnalyzers } from '../../../../src/provider/analyzer/index.js';
import { ANALYZER_IDS } from '../../../../src/review/model/analysis.js';
import { aHeadFile } from '../../../support/builders/head-file.js';

const DIST_PROGRAM = fileURLToPath(new URL('../../../../dist/provider/analyzer/analyzer-program.js', import.meta.url));
const programOf = (name: string) => fileURLToPath(new URL(`../../../fixtures/analyzer/${name}.js`, import.meta.url));

const scratchParent = mkdtempSync(join(tmpdir(), 'plumbline-bounds-'));

type Changes = { readonly program?: string; readonly limits?: Partial<AnalyzerLimits>; readonly id?: string };

function analyzerOf({ program = DIST_PROGRAM, limits = {}, id = 'structure' }: Changes) {
  const analyzers = createAnalyzers({
    environment: { MODEL_KEY: 'x' },
    program,
    scratchParent,
    limits: { ...ANALYZER_LIMITS, ...limits },
  });
  return analyzers.find((analyzer) => analyzer.id === id)!;
}

const never = () => new AbortController().signal;
const files = (...paths: string[]) => paths.map((path) => aHeadFile({ path }));

afterEach(() => {
  expect(readdirSync(scratchParent)).toEqual([]);
});
afterAll(() => rmSync(scratchParent, { recursive: true }));

describe('the analyzers', () => {
  it('are five, in the order of their names', () => {
    expect(createAnalyzers({ environment: {}, program: DIST_PROGRAM }).map(({ id }) => id)).toEqual([...ANALYZER_IDS]);
  });

  it.each([
    ['oxlint', 'a.ts', 'debugger;', '1 no-debugger'],
    ['ruff', 'a.py', 'print(undefd)', '1 F821'],
    ['secretlint', 'a.txt', `t=ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`, '1 github/GITHUB_TOKEN'],
    ['structure', 'a.ts', 'eval(a);', '1 code-from-text'],
    [
      'lockfile',
      'yarn.lock',
      'z@^1:\n  version "1"\n  resolved "http://registry.test/z.tgz"\n  integrity x',
      '1 lockfile-summary',
    ],
  ])('%s finds what was planted, in its child process', async (id, path, text, expected) => {
    const result = await analyzerOf({ id }).analyze([aHeadFile({ path, text })], never());
    expect(result).toMatchObject({ analyzerId: id, failure: null, checkedPaths: [path] });
    expect(result.version).toMatch(/^\d/);
    expect(`${result.findings[0]?.startLine} ${result.findings[0]?.ruleId}`).toBe(expected);
  });

  it('start nothing for no file', async () => {
    const result = await analyzerOf({ program: '/nowhere' }).analyze([], never());
    expect(result).toMatchObject({ findings: [], checkedPaths: [], failure: null });
  });

  it('see nothing of the environment and work in an empty folder', async () => {
    const { findings } = await analyzerOf({ program: programOf('tells') }).analyze(files('a.ts'), never());
    expect(JSON.parse(findings[0]!.body)).toEqual({ variables: ['LC_ALL'], folder: [] });
  });
});

describe('a file that was made to hold an analyzer up', () => {
  const hostile = files('a.ts', 'hostile.ts', 'c.ts', 'd.ts');

  it('that ends the child leaves the others looked at', async () => {
    const result = await analyzerOf({ program: programOf('crashes') }).analyze(hostile, never());
    expect(result.checkedPaths).toEqual(['a.ts', 'c.ts', 'd.ts']);
    expect(result.failure).toBe('Not looked at in full: 1 file at which the tool ended early.');
  });

  it('that hangs the child leaves the others looked at', async () => {
    const slow = analyzerOf({ program: programOf('hangs'), limits: { fileMs: 1_000 } });
    const result = await slow.analyze(hostile, never());
    expect(result.checkedPaths).toEqual(['a.ts', 'c.ts', 'd.ts']);
    expect(result.failure).toBe('Not looked at in full: 1 file for which the time was too short.');
  });

  it('ends with the time of the analyzer, and keeps what was done', async () => {
    const slow = analyzerOf({ program: programOf('hangs'), limits: { totalMs: 1_500 } });
    const result = await slow.analyze(hostile, never());
    expect(result.checkedPaths).toEqual(['a.ts']);
    expect(result.failure).toBe('Not looked at in full: 3 files for which the time was too short.');
  });

  it('is started behind a few times and not for ever', async () => {
    const result = await analyzerOf({ program: programOf('crashes'), limits: { maxRestarts: 1 } }).analyze(
      files('hostile1.ts', 'hostile2.ts', 'c.ts'),
      never(),
    );
    expect(result.checkedPaths).toEqual([]);
    expect(result.failure).toBe('Not looked at in full: 3 files at which the tool ended early.');
  });

  it('cannot fill the memory with output', async () => {
    const result = await analyzerOf({ program: programOf('babbles'), limits: { maxOutputBytes: 1_000_000 } }).analyze(
      files('a.ts'),
      never(),
    );
    expect(result.failure).toBe('Not looked at in full: 1 file at which the tool ended early.');
  });

  it.each<[string, number, Partial<AnalyzerLimits>]>([
    ['is too large, or one line', 8_388_609, {}],
    ['is beyond the size of all', 2_000, { maxTotalChars: 1_000 }],
  ])('that %s is not taken for one without secrets', async (_what, sizeChars, limits) => {
    const text = `t = "ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}"; ${'x'.repeat(sizeChars)}\n`;
    const result = await analyzerOf({ id: 'secretlint', limits }).analyze([aHeadFile({ text })], never());
    expect(result).toMatchObject({ checkedPaths: [], uncheckedPaths: ['src/a.ts'], findings: [] });
  });

  it('that takes too long is not taken for one without secrets', async () => {
    const slow = analyzerOf({ id: 'secretlint', program: programOf('hangs'), limits: { fileMs: 1_000 } });
    const result = await slow.analyze(hostile, never());
    expect(result.uncheckedPaths).toEqual(['hostile.ts']);
  });

  it('cannot have a secret lost between two pieces of output', async () => {
    const tokens = Array.from({ length: 3_000 }, (_, at) => `ghp_${'a1B2c3d4'.repeat(4)}${1_000 + at}`);
    const given = Array.from({ length: 20 }, (_, at) =>
      aHeadFile({ path: `${at}.txt`, text: tokens.slice(at * 150, (at + 1) * 150).join('\n') }),
    );
    const { secrets } = await analyzerOf({ id: 'secretlint' }).analyze(given, never());
    expect(secrets.toSorted()).toEqual(tokens.toSorted());
  });

  it('a program that is missing is told, not thrown', async () => {
    const result = await analyzerOf({ program: '/nowhere/analyzer-program.js' }).analyze(files('a.ts'), never());
    expect(result).toMatchObject({ findings: [], checkedPaths: [] });
    expect(result.failure).toContain('ended early');
  });

  it.each([
    ['oxlint', 'a.js', '('.repeat(90_000)],
    ['oxlint', 'a.js', '!'.repeat(90_000)],
    ['oxlint', 'a.jsx', '<a>'.repeat(30_000)],
    ['oxlint', 'a.ts', 'a<'.repeat(45_000)],
    ['ruff', 'a.py', '('.repeat(90_000)],
    ['ruff', 'a.py', Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}if a:`).join('\n')],
    ['secretlint', 'a.txt', `https://${'a:'.repeat(100_000)}`],
    ['secretlint', 'a.txt', `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(300_000)}`],
    ['secretlint', 'a.txt', `${'xoxb-1-'.repeat(30_000)}`],
    ['structure', 'a.ts', '('.repeat(90_000)],
    ['structure', 'a.ts', `a = ${'"x" + '.repeat(15_000)}b`],
    ['structure', 'a.ts', 'x=>'.repeat(30_000)],
    ['lockfile', 'package-lock.json', '['.repeat(90_000)],
    ['lockfile', 'package-lock.json', '"\\'.repeat(90_000)],
  ])('%s ends on a hostile %s (%#) and looks at the next file', async (id, path, text) => {
    const next = aHeadFile({ path: `z/${path}`, text: '{}' });
    const result = await analyzerOf({ id }).analyze([aHeadFile({ path, text }), next], never());
    expect(result.checkedPaths.includes(path) || result.failure !== null).toBe(true);
    expect(result.checkedPaths).toContain(next.path);
  });
});

describe('bounds of a result', () => {
  it('says that a file has more findings than are told', async () => {
    const text = 'eval(a);\n'.repeat(20);
    const result = await analyzerOf({ limits: { maxFindingsPerFile: 5 } }).analyze([aHeadFile({ text })], never());
    expect(result.findings.map(({ startLine }) => startLine)).toEqual([1, 2, 3, 4, 5]);
    expect(result.failure).toBe('Not looked at in full: 1 file with more than 5 findings.');
  });

  it('says what was beyond the size of all files', async () => {
    const result = await analyzerOf({ program: programOf('crashes'), limits: { maxTotalChars: 40 } }).analyze(
      files('a.ts', 'b.ts', 'c.ts'),
      never(),
    );
    expect(result.checkedPaths).toEqual(['a.ts']);
    expect(result.failure).toBe('Not looked at in full: 2 files beyond 0 Mi characters in all.');
  });
});

describe('an abort', () => {
  it('ends a child that does not listen, with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('superseded');
    const running = analyzerOf({ program: programOf('hangs') }).analyze(files('hostile.ts'), controller.signal);
    setTimeout(() => controller.abort(reason), 300);
    await expect(running).rejects.toBe(reason);
  });

  it('ends oxlint too', async () => {
    const controller = new AbortController();
    const many = files(...Array.from({ length: 200 }, (_, at) => `${at}.ts`));
    const running = analyzerOf({ id: 'oxlint' }).analyze(many, controller.signal);
    setTimeout(() => controller.abort('stop'), 50);
    await expect(running).rejects.toBe('stop');
  });

  it('before the start starts nothing', async () => {
    const aborted = AbortSignal.abort('stop');
    await expect(analyzerOf({ program: '/nowhere' }).analyze(files('a.ts'), aborted)).rejects.toBe('stop');
  });

  it('reaches who waits for a turn, and lets the others go on', async () => {
    const analyzers = createAnalyzers({
      environment: {},
      scratchParent,
      program: programOf('hangs'),
      limits: { ...ANALYZER_LIMITS, fileMs: 1_000 },
    });
    const structure = analyzers.find(({ id }) => id === 'structure')!;
    const controller = new AbortController();
    const first = structure.analyze(files('hostile.ts'), never());
    const second = structure.analyze(files('a.ts'), controller.signal);
    const third = structure.analyze(files('a.ts'), never());
    controller.abort('stop');
    await expect(second).rejects.toBe('stop');
    expect((await first).failure).not.toBeNull();
    expect((await third).checkedPaths).toEqual(['a.ts']);
  });
});
