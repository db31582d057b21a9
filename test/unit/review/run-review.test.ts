import { describe, expect, it } from '@jest/globals';
import type { ChangeSource } from '../../../src/review/ports/index.js';
import { type ReviewRun, runReview } from '../../../src/review/run-review.js';
import { aCallWorld, aSubmission } from '../../support/builders/call.js';
import { aChangeSource, aReviewRun, reviewed, type StagedChange } from '../../support/builders/review.js';
import { aSourceFile } from '../../support/builders/source-file.js';

async function run(change: StagedChange, part: Partial<ReviewRun> = {}, source: Partial<ChangeSource> = {}) {
  const { model, clock, log, phases, progress, requests, signal } = aCallWorld([aSubmission()]);
  const world = { source: { ...aChangeSource(change), ...source }, model, analyzers: [], clock, log, progress, signal };
  return { outcome: await runReview(aReviewRun(part), world), phases, requests };
}

describe('runReview', () => {
  it('tells its steps in their order', async () => {
    const { phases } = await run({});
    expect(phases.map(({ kind }) => kind)).toEqual(['reading', 'read', 'reviewing', 'rechecking']);
    expect(phases[1]).toEqual({ kind: 'read', fileCount: 1 });
  });

  it('says where nothing changed, and asks no model', async () => {
    const { outcome, requests } = await run({ files: [] });
    expect(outcome).toEqual({ kind: 'nothing', reason: 'no changed file in #12' });
    expect(requests).toEqual([]);
    expect((await run({}, { paths: ['docs', 'lib/x.ts'] })).outcome).toEqual({
      kind: 'nothing',
      reason: 'no changed file at docs, lib/x.ts in #12',
    });
  });

  it('takes files that were only counted for a change that was not read, not for nothing', async () => {
    const { outcome } = await run({ files: [], listing: { omittedFileCount: 1 } });
    expect(outcome).toMatchObject({ kind: 'reviewed', report: { conclusion: 'neutral' } });
  });

  it('takes a target that moved while it was listed for stale, not for nothing', async () => {
    const movement = { kind: 'moved', what: 'head', from: 'a', to: 'b' } as const;
    const { outcome, requests } = await run({}, {}, { listFiles: async () => ({ kind: 'moved', movement }) });
    expect(outcome).toMatchObject({ kind: 'reviewed', report: { freshness: 'stale', conclusion: 'neutral' } });
    expect(requests).toEqual([]);
  });

  it('tells that not every file of the base could be read', async () => {
    const partly = { readBaseFiles: async () => ({ files: new Map<string, string>(), isPartial: true }) };
    const { outcome } = await run({}, {}, partly);
    const notice = 'Not every instruction file of the base could be read.';
    expect(outcome).toMatchObject({ report: { notices: [notice] } });
    expect((await reviewed({}, [aSubmission()])).report.notices).toEqual([]);
  });

  it('tells that settings could not be used, and that instructions were cut', async () => {
    const base = new Map([['AGENTS.md', 'one rule of many\n'.repeat(2_000)]]);
    const { report } = await reviewed({ base }, [aSubmission()], { settingsProblems: ['fail_on is wrong'] });
    expect(report.coverage.limitations).toEqual(expect.arrayContaining(['settings_invalid', 'instructions_cut']));
    expect(report.notices).toEqual(['fail_on is wrong', 'Repository instructions were cut to fit the reviewer.']);
  });

  it('reads the attributes of the base with the rules: what is generated is left out', async () => {
    const base = new Map([['.gitattributes', 'src/** linguist-generated\n']]);
    const files = [aSourceFile(), aSourceFile({ path: 'lib/b.ts' })];
    const { report } = await reviewed({ base, files }, [aSubmission()]);
    expect(report.coverage.rows.map(({ path, reason }) => [path, reason])).toEqual([
      ['lib/b.ts', null],
      ['src/a.ts', 'generated'],
    ]);
  });
});
