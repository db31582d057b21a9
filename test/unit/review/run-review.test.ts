import { describe, expect, it } from '@jest/globals';
import { MAX_ANALYZED_FILES } from '../../../src/review/limits.js';
import type { ChangeSource } from '../../../src/review/ports/index.js';
import { previewReview, type ReviewRun, runReview } from '../../../src/review/run-review.js';
import { DEFAULT_SETTINGS } from '../../../src/review/settings.js';
import { anAnalyzer } from '../../support/builders/analyzer.js';
import { aCallWorld, anEnvelope, aSubmission } from '../../support/builders/call.js';
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

  it('tells that static checks run as soon as there is one', async () => {
    const { clock, log, phases, progress, signal } = aCallWorld([]);
    const world = { source: aChangeSource(), model: null, analyzers: [anAnalyzer()], clock, log, progress, signal };
    await runReview(aReviewRun(), world);
    expect(phases.map(({ kind }) => kind)).toEqual(['reading', 'read', 'checking', 'rechecking']);
  });

  it('says where nothing changed, and asks no model', async () => {
    const { outcome, requests } = await run({ files: [] });
    expect(outcome).toEqual({ kind: 'nothing', reason: 'no changed file in #12' });
    expect(requests).toEqual([]);
    expect((await run({}, { paths: ['docs'] })).outcome).toMatchObject({ reason: 'no changed file at docs in #12' });
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

  it('tells that the rubric is missing, and uses the one that is there', async () => {
    const settings = { ...DEFAULT_SETTINGS, rubric: 'RUBRIC.md' };
    const missing = await reviewed({}, [aSubmission()], { settings });
    expect(missing.report.notices).toEqual([
      'The rubric RUBRIC.md is not in the base revision; the general rubric was used alone.',
    ]);
    const found = await reviewed({ base: new Map([['RUBRIC.md', 'Never log a token.']]) }, [aSubmission()], {
      settings,
    });
    expect(found.report.notices).toEqual([]);
    expect(found.prompt).toContain('Never log a token.');
  });

  it('does not give the reviewer the instructions of the repository when the settings say so', async () => {
    const base = new Map([['AGENTS.md', 'Never log a token.']]);
    const withThem = await reviewed({ base }, [aSubmission()]);
    const settings = { ...DEFAULT_SETTINGS, instructions: false };
    const without = await reviewed({ base }, [aSubmission()], { settings });
    expect([withThem.prompt, without.prompt].map((prompt) => prompt.includes('Never log'))).toEqual([true, false]);
  });

  it('Q31: is not done before every page was read, so nothing is left for a later round to find', async () => {
    const files = Array.from({ length: 40 }, (_none, index) => aSourceFile({ path: `src/${index}.ts` }));
    const { outcome, requests } = await run({ files });
    const shown = JSON.stringify(requests[0]?.messages);
    expect(files.filter(({ path }) => !shown.includes(path))).toEqual([]);
    if (outcome.kind !== 'reviewed') throw new Error(outcome.kind);
    expect(outcome.report.coverage.rows.filter(({ state }) => state !== 'reviewed')).toEqual([]);
  });

  it('carries along what the reviewer said besides findings', async () => {
    const said = { remediation: ['a'], notes: ['b'], residual_risk: ['c'] };
    const { report } = await reviewed({}, [aSubmission(anEnvelope(said))]);
    expect(report).toMatchObject({
      remediation: ['a'],
      notes: ['b'],
      residualRisk: ['c'],
      modelId: 'model-told-by-endpoint',
    });
  });

  it('tells how many files static checks had no room for', async () => {
    const files = Array.from({ length: MAX_ANALYZED_FILES + 2 }, (_none, at) => aSourceFile({ path: `src/${at}.ts` }));
    const head = new Map(files.map(({ path }) => [path, 'un\ndeux\ntrois\n']));
    const { report } = await reviewed({ files, head }, null, {}, [anAnalyzer()]);
    expect(report.notices).toContainEqual(expect.stringMatching(/^Static checks .*\b2 /));
  });

  it('plans without asking a model: what would be read, and what not', async () => {
    const files = [aSourceFile(), aSourceFile({ path: 'yarn.lock' })];
    const source = aChangeSource({ files });
    const { signal } = new AbortController();
    const plan = await previewReview(aReviewRun(), { source, signal, modelId: 'model-1' });
    expect(plan).toMatchObject({
      kind: 'planned',
      manifest: {
        version: 1,
        mode: 'standard',
        label: '#12',
        scope: [{ path: 'src/a.ts', pages: 1 }],
        leftOut: [{ path: 'yarn.lock', reason: 'lockfile', isAccepted: false }],
        omittedFileCount: 0,
        modelId: 'model-1',
        minimumSeverity: 'low',
      },
      notices: [],
    });
    const nothing = { source: aChangeSource({ files: [] }), signal, modelId: 'model-1' };
    expect(await previewReview(aReviewRun(), nothing)).toEqual({ kind: 'nothing', reason: 'no changed file in #12' });
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
