import { describe, expect, it } from '@jest/globals';
import { renderCheckRun } from '../../../src/report/render/render-check-run.js';
import type { SourceFile } from '../../../src/review/model/changed-file.js';
import { ModelFailure } from '../../../src/review/model-failure.js';
import { DEFAULT_SETTINGS } from '../../../src/review/settings.js';
import { anEntry, anEnvelope, aSubmission, type ScriptedTurn } from '../../support/builders/call.js';
import { reviewed, type StagedChange } from '../../support/builders/review.js';
import { aSourceFile } from '../../support/builders/source-file.js';

const always = (turn: ScriptedTurn) => Array.from({ length: 12 }, () => turn);
const endOf = ({ report }: Awaited<ReturnType<typeof reviewed>>) => `${report.conclusion}: ${report.title}`;
const LENGTH = { unified: 'length', raw: 'length' } as const;

/** A patch that adds this many lines of this many characters. */
const added = (lines: number, chars = 20) => ({
  kind: 'text' as const,
  text: [`@@ -0,0 +1,${lines} @@`, ...Array.from({ length: lines }, () => `+${'x'.repeat(chars)}`)].join('\n'),
});

describe('a model that did not review', () => {
  it.each<[string, ScriptedTurn, string, number]>([
    [
      'K01: a rate limit at every try',
      new ModelFailure('rate_limited', '', { status: 429 }),
      'provider rate limit (429)',
      4,
    ],
    ['P35: a quota that is used up', new ModelFailure('quota', '', { status: 429 }), 'provider quota (429)', 1],
    ['P35: a bill that is not paid', new ModelFailure('quota', '', { status: 402 }), 'provider quota (402)', 1],
    ['a connection that breaks', new ModelFailure('network', ''), 'model endpoint not reachable', 4],
    ['a refusal', { text: '', refusal: 'I cannot help with that.' }, 'the model refused', 2],
    ['K01: empty content', { text: '' }, 'no usable answer', 2],
    ['C13: broken JSON', { text: '{"summary": "Fine.", "findings": [}' }, 'no usable answer', 2],
    ['C13: an answer without a list of findings', aSubmission(anEnvelope({ findings: null })), 'no usable answer', 2],
    ['an answer cut at the length limit', { text: '{"summary": "Fine.", "fin', finish: LENGTH }, 'no usable answer', 2],
    ['praise instead of a review', { text: 'Great news! No issues. LGTM.' }, 'an answer without a review', 2],
  ])('%s ends neutral and says so, never as a clean review', async (_name, turn, reason, requests) => {
    const run = await reviewed({}, always(turn));
    expect([endOf(run), run.requestCount]).toEqual([`neutral: Not reviewed: ${reason}`, requests]);
    expect(run.report).toMatchObject({ verdict: 'not_assessed', coverage: { state: 'failed' }, findings: [] });
    expect(renderCheckRun({ kind: 'report', report: run.report }).summary).toMatch(/^\*\*Not reviewed\.\*\*/);
  });
});

describe('a change that was not read whole', () => {
  const more = (path: string, part: Partial<SourceFile>) => [aSourceFile(), aSourceFile({ path, ...part })];

  it.each<[string, StagedChange, string]>([
    [
      'P22: a missing patch',
      { files: more('src/b.ts', { patch: { kind: 'missing' } }) },
      'Limited: 1 of 2 files reviewed, no findings in them',
    ],
    [
      'T03: a patch its source cut short',
      { files: more('src/b.ts', { patch: { kind: 'text', text: '@@ -1,9 +1,9 @@\n a\n-b\n+c' } }) },
      'Limited: 1 of 2 files reviewed, no findings in them',
    ],
    [
      'T03: a file longer than one file may be',
      { files: more('src/b.ts', { patch: added(6_000) }) },
      'Limited: 1 of 2 files reviewed, no findings in them',
    ],
    [
      'P21: files that the provider did not list',
      { listing: { omittedFileCount: 7, limitations: ['provider_omitted'] } },
      'Limited: 1 of 8 files reviewed, no findings in them',
    ],
    [
      'P21: a listing that cannot say how many files there are',
      { listing: { limitations: ['provider_omitted'] } },
      'Limited: 1 of 1 file reviewed, no findings in them',
    ],
  ])('%s blocks success and is counted', async (_name, change, title) => {
    expect(endOf(await reviewed(change, [aSubmission()]))).toBe(`neutral: ${title}`);
  });

  it('P21: no listed file beside omitted ones is not an empty change', async () => {
    const run = await reviewed(
      { files: [], listing: { omittedFileCount: 804, limitations: ['provider_omitted'] } },
      [],
    );
    expect([endOf(run), run.requestCount]).toEqual(['neutral: Not reviewed: no changed file was listed', 0]);
  });

  it('all files excluded and none accepted: no model is asked and nothing is claimed', async () => {
    const files = ['yarn.lock', 'dist/app.min.js', 'api/user.pb.go'].map((path) => aSourceFile({ path }));
    const run = await reviewed({ files }, []);
    expect([endOf(run), run.requestCount]).toEqual(['neutral: Limited: 0 of 3 files reviewed', 0]);
    const { summary } = renderCheckRun({ kind: 'report', report: run.report });
    for (const { path } of files) expect(summary).toContain(path);
  });

  it('all files excluded as the base accepts it: success says 0 of 3, without a request', async () => {
    const files = ['a/yarn.lock', 'b/yarn.lock', 'yarn.lock'].map((path) => aSourceFile({ path }));
    const run = await reviewed({ files }, [], { settings: { ...DEFAULT_SETTINGS, accept: ['lockfile'] } });
    expect([endOf(run), run.requestCount]).toEqual(['success: No findings in 0 of 3 files', 0]);
  });

  it('no reviewable line: a pure rename is read like anything else', async () => {
    const renamed = aSourceFile({
      path: 'b.ts',
      previousPath: 'a.ts',
      status: 'renamed',
      additions: 0,
      deletions: 0,
      patch: { kind: 'none' },
    });
    expect(endOf(await reviewed({ files: [renamed] }, [aSubmission()]))).toBe('success: No findings in 1 of 1 file');
  });

  it('Q15, Q17: 275 generated logs cannot hide three source files, and what nobody saw is named and blocks success', async () => {
    const logs = Array.from({ length: 275 }, (_none, index) =>
      aSourceFile({ path: `a-logs/${String(index).padStart(3, '0')}.log`, patch: added(100, 60) }),
    );
    const sources = ['x.ts', 'y.ts', 'z.ts'].map((name) => aSourceFile({ path: `src/${name}`, patch: added(100, 60) }));
    const { report } = await reviewed({ files: [...logs, ...sources] }, [aSubmission()]);
    const unread = report.coverage.rows.filter(({ state }) => state !== 'reviewed');
    expect(report.conclusion).toBe('neutral');
    expect(unread.length).toBeGreaterThan(100);
    expect(unread.every(({ path, reason }) => path.startsWith('a-logs/') && reason === 'over_budget')).toBe(true);
    expect(report.title).toBe(`Limited: ${278 - unread.length} of 278 files reviewed, no findings in them`);
  });

  it('Q14: every file stands in the manifest with its state, and a finding on one nobody saw is withheld', async () => {
    const paths = ['a.ts', 'b.ts', 'c.ts', 'z.ts'];
    const files = paths.map((path) => aSourceFile({ path, patch: added(1_100, 60) }));
    const findings = [anEntry({ path: 'z.ts', evidence: 'x'.repeat(60) })];
    const { prompt, report } = await reviewed({ files }, [aSubmission(anEnvelope({ findings }))]);
    expect(report.coverage.rows.map(({ path, state }) => `${path} ${state}`)).toEqual([
      'a.ts reviewed',
      'b.ts reviewed',
      'c.ts reviewed',
      'z.ts deferred',
    ]);
    for (const path of paths) expect(prompt).toContain(`"${path}"`);
    expect(prompt).toMatch(/"z\.ts" .*not shown/);
    expect(report.findings.map(({ decision }) => decision)).toEqual([{ state: 'withheld', reason: 'path_not_read' }]);
    expect(report.conclusion).toBe('neutral');
  });
});
