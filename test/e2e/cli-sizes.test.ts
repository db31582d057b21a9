import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandLine, openCommandLine } from '../support/command-line.js';
import { createGitRepository, type GitRepository } from '../support/git-repository.js';
import { itInLongMode } from '../support/long-mode.js';
import { runCommand } from '../support/run-command.js';

/** What a review needs beside what it is given; a command that kept the change twice in memory would not fit. */
const HEAP = { NODE_OPTIONS: '--max-old-space-size=160' };

let line: CommandLine;
let shop: GitRepository;

beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());
beforeEach(() => {
  shop = createGitRepository();
});
afterEach(() => shop.remove());

async function reportOf(words: readonly string[]) {
  const { status, stdout, stderr } = await runCommand(['review', '--json', ...words], {
    directory: shop.directory,
    variables: { ...line.variables, ...HEAP },
  });
  if (stdout === '') throw new Error(`${status}: ${stderr.slice(-2_000)}`);
  return { status, report: JSON.parse(stdout) };
}

const text = (lines: number) => Array.from({ length: lines }, (_, index) => `line ${index} of a long file\n`).join('');

describe('a large change', () => {
  itInLongMode(
    'of 3,000 files is listed whole, and what does not fit is told',
    async () => {
      const names = Array.from({ length: 3_000 }, (_, index) => `src/part-${index % 50}/file-${index}.ts`);
      shop.commit({ 'a.ts': 'a\n' });
      shop.commit(Object.fromEntries(names.map((name) => [name, text(4)])));
      const committed = await reportOf(['commit', 'HEAD']);
      expect(committed.report.coverage).toMatchObject({ totalFiles: 3_000, state: 'limited' });
      expect(committed.status).toBe(4);
      expect(committed.report.coverage.reviewedFiles).toBeGreaterThan(1_000);
      shop.git('reset', '--quiet', '--mixed', 'HEAD~1');
      const uncommitted = await reportOf([]);
      expect(uncommitted.report.coverage).toMatchObject({
        totalFiles: 3_000,
        reviewedFiles: committed.report.coverage.reviewedFiles,
      });
    },
    60_000,
  );

  it('of 20 MB is bounded, also when one file is most of it', async () => {
    shop.commit({ 'a.ts': 'a\n' });
    const megabyte = text(40_000);
    const others = Array.from({ length: 8 }, (_, index) => [`part-${index}.ts`, megabyte] as const);
    shop.write({ 'giant.ts': megabyte.repeat(12), ...Object.fromEntries(others), 'small.ts': 's\n' });
    const { status, report } = await reportOf([]);
    expect(status).toBe(4);
    const states = new Map(report.coverage.files.map((file: { path: string }) => [file.path, file]));
    expect(states.get('giant.ts')).toMatchObject({ state: 'excluded', reason: 'oversized' });
    expect(states.get('small.ts')).toMatchObject({ state: 'reviewed' });
    expect(states.get('part-0.ts')).toMatchObject({ state: 'partially_reviewed', reason: 'over_budget' });
    shop.commit({});
    const committed = await reportOf(['commit', 'HEAD']);
    expect(committed.report.coverage.files).toEqual(report.coverage.files);
  });
});
