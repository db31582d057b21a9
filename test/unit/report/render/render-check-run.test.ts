import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byteLength } from '../../../../src/report/render/clip-bytes.js';
import { renderCheckRun } from '../../../../src/report/render/render-check-run.js';
import type { Report } from '../../../../src/review/model/report.js';
import { aFinding, aWithheldFinding } from '../../../support/builders/finding.js';
import { anEvidence, aReport } from '../../../support/builders/report.js';
import {
  aFailedReport,
  aLimitedReport,
  aReportWith,
  aRow,
  aStaleReport,
  everyKindOfReport,
  manyFindings,
} from '../../../support/builders/report-cases.js';

function render(report: Report) {
  return renderCheckRun({ kind: 'report', report });
}

function everythingIn(report: Report): string {
  const { title, summary, text } = render(report);
  return `${title}\n${summary}\n${text}`;
}

describe('renderCheckRun', () => {
  it('shows a finished review, the worst first', () => {
    const report = aReportWith(
      [
        aFinding({
          id: 'F4',
          title: 'Retry sends the payment twice',
          body: '`charge()` is retried after a time-out, but no key is sent.',
          trigger: 'the provider answers after 30 s',
          suggestion: 'send one key for all tries',
          location: { path: 'src/charge.ts', side: 'right', startLine: 88, endLine: 88, isNearDeletedCode: false },
          verification: { state: 'confirmed', confidence: 0.9, note: null },
        }),
        aFinding({ id: 'F2', severity: 'medium', rawSeverity: 'medium', groupKey: 'b', title: 'Cursor skips a row' }),
        aWithheldFinding({ id: 'W1' }),
        aWithheldFinding({ id: 'W2' }),
        aWithheldFinding({ id: 'W3', decision: { state: 'withheld', reason: 'duplicate' } }),
      ],
      { title: '1 high, 1 medium in 1 of 1 file', residualRisk: ['load'] },
    );
    const { title, summary, text, conclusion } = render(report);
    expect({ title, conclusion }).toEqual({ title: '1 high, 1 medium in 1 of 1 file', conclusion: 'neutral' });
    expect(summary).toMatchInlineSnapshot(`
"**1 high, 1 medium.** Reviewed \`bbbbbbb\` against \`main\` (merge base \`aaaaaaa\`), 1 of 1 file, current.

3 withheld: 2 quotes not found in the change, 1 duplicate.

### High

**F4 · Retry sends the payment twice** · \`src/charge.ts:88\`

\`charge()\` is retried after a time-out, but no key is sent.

*When:* the provider answers after 30 s

*Instead:* send one key for all tries

Confirmed by an additional check.

### Medium

**F2 · Cursor skips a row** · \`src/a.ts:10\`

The first request may have gone through."
`);
    expect(text).toMatchInlineSnapshot(`
"<details><summary>What was read: 1 of 1 file</summary>

| state | files | which |
|---|---|---|
| reviewed | 1 | \`src/a.ts\` |

</details>

*Not covered by this review:* load

<details><summary>The reviewer's summary</summary>

The change retries a charge.

</details>

<sub>standard review · \`model-1\` · 1 request · 0 tokens in, 0 out · 41 s · head \`bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\` · base \`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\` · merge base \`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`</sub>"
`);
  });

  it('M01: says of a clean change what was read, not that it is right', () => {
    expect(render(aReport()).summary).toMatchInlineSnapshot(
      `"**No findings in what was read.** Reviewed \`bbbbbbb\` against \`main\` (merge base \`aaaaaaa\`), 1 of 1 file, current."`,
    );
  });

  it.each(everyKindOfReport())('M01, Q28: uses no word of approval and no score: %s', (_name, report) => {
    const ownWords = everythingIn({ ...report, summary: null, prose: null });
    expect(ownWords).not.toMatch(/approv|passed|safe|lgtm|great|\b\d\/\d\b|!/i);
  });

  it.each(everyKindOfReport())('is within the bounds of GitHub: %s', (_name, report) => {
    const { title, summary, text } = render(report);
    expect(title.length).toBeLessThanOrEqual(120);
    expect(summary).not.toBe('');
    expect(byteLength(summary)).toBeLessThanOrEqual(65_535);
    expect(byteLength(text)).toBeLessThanOrEqual(65_535);
  });

  it('T23, D05, R12: names every file that was not read, with the reason, before anything else', () => {
    const { summary, text } = render(aLimitedReport());
    expect(summary).toMatchInlineSnapshot(`
"**Limited.** Not reviewed: binary (\`assets/model.bin\`); read in part: over the reading allowance (\`src/huge.ts\`).

Look at the files whose change has no readable text by hand. Split the change, or review a part of it: \`/review path/to/part\`.

**No findings in what was read.** Reviewed \`bbbbbbb\` against \`main\` (merge base \`aaaaaaa\`), 12 of 15 files, current."
`);
    expect(text).toContain('| accepted unread: lockfile | 1 | `package-lock.json` |');
    expect(text).toContain('| not reviewed: binary | 1 | `assets/model.bin` |');
    expect(text).toContain('<summary>What was read: 12 of 15 files</summary>');
  });

  it('T23: says how many files the provider did not list', () => {
    const coverage = { state: 'limited', rows: [aRow('a.ts')], omittedFileCount: 7, limitations: [] } as const;
    const { summary } = render(aReport({ coverage }));
    expect(summary).toContain('Not reviewed: not listed by the provider (7 files)');
    expect(summary).toContain('1 of 8 files');
  });

  it('says of a stale review what moved and what to do', () => {
    const [first, second] = render(aStaleReport()).summary.split('\n\n');
    expect(first).toBe(
      '**Stale.** The head moved from `bbbbbbb` to `ccccccc` during the review. What follows is about `bbbbbbb`.',
    );
    expect(second).toBe('Comment `/review` to review the change as it stands now.');
  });

  it('H05: says of a failed review what failed and what to do', () => {
    const [first, second] = render(aFailedReport()).summary.split('\n\n');
    expect(first).toBe('**Not reviewed.** The model endpoint says that the quota is used up.');
    expect(second).toBe('Ask the operator to raise the quota.');
  });

  it('K11: shows a finding without a line in the summary', () => {
    const report = aReportWith([aFinding({ location: null, decision: { state: 'published', reason: 'no_line' } })]);
    const { summary, annotations } = render(report);
    expect(summary).toContain('**F1 · Retry sends the payment twice** · `src/a.ts`');
    expect(annotations).toEqual([]);
  });

  it('M03: counts only what is published', () => {
    const report = aReportWith([aFinding(), aWithheldFinding({ severity: 'critical' })]);
    expect(render(report).summary).toContain('**1 high.**');
  });

  it('Q29: gives every advisory finding a row with its id', () => {
    const advisory = { state: 'advisory', reason: 'below_minimum_severity' } as const;
    const { summary, text } = render(aReportWith(manyFindings(2, { severity: 'info', decision: advisory })));
    expect(summary).toContain('2 advisory findings below the minimum severity');
    expect(text).toContain('<summary>Advisory findings (2)</summary>');
    expect(text).toMatch(/\*\*F1 · Defect 1\*\*[\s\S]*\*\*F2 · Defect 2\*\*/);
  });

  it('puts findings of one root cause together and tells the same words once', () => {
    const [one, other] = [aFinding({ id: 'F1' }), aFinding({ id: 'F3' })];
    const between = aFinding({ id: 'F2', groupKey: 'other', title: 'Something else' });
    const { summary } = render(aReportWith([one, between, other]));
    expect(summary.match(/F\d ·/g)).toEqual(['F1 ·', 'F3 ·', 'F2 ·']);
    expect(summary).toContain('same cause as F1');
    expect(summary.match(/may have gone through/g)).toHaveLength(2);
  });

  it('D04, J05: tells what the run cost', () => {
    const usage = {
      requests: 2,
      inputTokens: 18_204,
      cachedInputTokens: 9_100,
      outputTokens: 1_022,
      isEstimated: false,
    };
    expect(render(aReport({ usage })).text).toContain('2 requests · 18,204 tokens in (9,100 cached), 1,022 out · 41 s');
  });

  it('says that token counts are estimated', () => {
    const usage = { requests: 1, inputTokens: 10, cachedInputTokens: 0, outputTokens: 2, isEstimated: true };
    expect(render(aReport({ usage })).text).toContain('about 10 tokens in, 2 out');
  });

  it('D11: names the ends that were reviewed', () => {
    const { text } = render(aReport());
    expect(text).toContain(`head \`${'b'.repeat(40)}\` · base \`${'a'.repeat(40)}\``);
  });

  it("keeps a reviewer's prose as a note", () => {
    expect(render(aFailedReport({ prose: 'I think @octocat is right.' })).text).toContain(
      'I think `@octocat` is right.',
    );
  });

  it('names other pull requests of the same head and takes the worst conclusion', () => {
    const others = [{ pullRequest: 13, conclusion: 'failure', title: '1 high in 3 of 3 files' } as const];
    const output = renderCheckRun({ kind: 'report', report: aReport() }, { others });
    expect(output.conclusion).toBe('failure');
    expect(output.title).toBe('No findings in 1 of 1 file · #13: 1 high in 3 of 3 files');
    expect(output.summary).toContain('`#12`: success; #13: failure (1 high in 3 of 3 files).');
  });

  it('D13: shows a notice as the whole check', () => {
    const lines = ['This is a draft.', 'Comment `/review` to review it anyway.'];
    expect(renderCheckRun({ kind: 'notice', conclusion: 'skipped', title: 'Skipped: draft', lines })).toEqual({
      title: 'Skipped: draft',
      summary: 'This is a draft.\n\nComment `/review` to review it anyway.',
      text: '',
      conclusion: 'skipped',
      annotations: [],
    });
  });

  it('names other pull requests also in a notice', () => {
    const others = [{ pullRequest: 13, conclusion: 'failure', title: '1 high in 3 of 3 files' } as const];
    const notice = { kind: 'notice', conclusion: 'cancelled', title: 'Superseded', lines: ['A push came.'] } as const;
    const output = renderCheckRun(notice, { others });
    expect(output).toMatchObject({ conclusion: 'failure', title: 'Superseded · #13: 1 high in 3 of 3 files' });
    expect(output.summary).toBe('A push came.\n\nOther open pull requests with this head: #13: failure.');
  });

  it('W06: keeps a suggestion that holds a fence inside a longer one', () => {
    const suggestion = 'const a = 1;\nconst b = "````";';
    const { summary } = render(aReportWith([aFinding({ suggestion })]));
    expect(summary).toContain('*Instead:*\n\n`````\nconst a = 1;\nconst b = "````";\n`````');
  });

  it('lets a finding speak in code, in lists and to nobody', () => {
    const body = '# Big\n- ask @octocat\n- see #12\n\n```ts\nconst a = 1;\n```';
    const { summary } = render(aReportWith([aFinding({ body })]));
    expect(summary).toContain('\\# Big  \n• ask `@octocat`  \n• see `#12`\n\n```ts\nconst a = 1;\n```');
  });

  it('has a summary also for a notice without lines', () => {
    const output = renderCheckRun({ kind: 'notice', conclusion: 'neutral', title: 'Waiting', lines: [] });
    expect(output.summary).toBe('Waiting');
  });
});

describe('a report that is too large for a check run', () => {
  it.each([0, 1, 49, 50, 51, 99, 100, 101, 1_000])(
    'P01: keeps within 65,535 bytes with %i findings and counts what it leaves out',
    (count) => {
      const report = aReportWith(manyFindings(count, { body: '😀 数'.repeat(300) }));
      const { summary, text } = render(report);
      expect(byteLength(summary)).toBeLessThanOrEqual(65_535);
      expect(byteLength(text)).toBeLessThanOrEqual(65_535);
      const shown = new Set(`${summary}\n${text}`.match(/\*\*F\d+ ·/g) ?? []).size;
      const omitted = Number(/\*\*([\d,]+) findings? left out of this page/.exec(text)?.[1]?.replace(',', '') ?? 0);
      expect(shown + omitted).toBe(count);
    },
  );

  it('continues in the text what the summary cannot hold', () => {
    const { summary, text } = render(aReportWith(manyFindings(30, { body: 'word '.repeat(600) })));
    expect(summary).toMatch(/\*\d+ more findings below\.\*$/);
    expect(text).toMatch(/^### High\n\n\*\*F2/);
  });

  it('P01: keeps within the bounds whatever the texts are', () => {
    const long = fc.constantFrom('😀'.repeat(3_000), '`x` '.repeat(2_000), '<&`|\n'.repeat(1_500), '```\n'.repeat(900));
    fc.assert(
      fc.property(long, long, long, (body, risk, prose) => {
        const report = aReportWith(manyFindings(12, { body }), {
          prose,
          residualRisk: [risk, risk],
          notes: [risk],
          remediation: [prose],
          notices: [body],
          evidence: anEvidence({ baseRef: risk }),
          title: risk,
        });
        const { title, summary, text } = render(report);
        expect(Math.max(byteLength(summary), byteLength(text))).toBeLessThanOrEqual(65_535);
        expect(title.length).toBeLessThanOrEqual(120);
        expect((text.match(/<details>/g) ?? []).length).toBe((text.match(/^<\/details>$/gm) ?? []).length);
      }),
      { numRuns: 15 },
    );
  });

  it('lists a thousand unread files by count, with the first of them named', () => {
    const rows = Array.from({ length: 1_000 }, (_none, index) =>
      aRow(`src/${index}.ts`, { state: 'deferred', reason: 'over_budget' }),
    );
    const coverage = { state: 'limited', rows, omittedFileCount: 0, limitations: [] } as const;
    const { summary, text } = render(aReport({ coverage }));
    expect(summary).toContain('and 997 more files'.replace('and ', ''));
    expect(text).toContain('and 980 more |');
  });
});

describe('annotations', () => {
  it.each([
    ['critical', 'failure'],
    ['high', 'failure'],
    ['medium', 'warning'],
    ['low', 'notice'],
    ['info', 'notice'],
  ] as const)('shows %s as %s', (severity, level) => {
    const [annotation] = render(aReportWith([aFinding({ severity })])).annotations;
    expect(annotation?.annotation_level).toBe(level);
  });

  it('P06, P12: names whole lines and sends no columns', () => {
    const [annotation] = render(aReportWith([aFinding()])).annotations;
    expect(annotation).toEqual({
      path: 'src/a.ts',
      start_line: 10,
      end_line: 10,
      annotation_level: 'failure',
      title: 'F1 · Retry sends the payment twice',
      message: 'The first request may have gone through.',
      raw_details: 'retry(() => charge(order))',
    });
  });

  it.each([
    ['an empty path', { path: '', startLine: 1, endLine: 1 }],
    ['line 0', { path: 'a.ts', startLine: 0, endLine: 0 }],
    ['an end before its start', { path: 'a.ts', startLine: 5, endLine: 4 }],
    ['a path with an invisible character', { path: 'a\u202e.ts', startLine: 1, endLine: 1 }],
  ])('P08: moves a finding with %s to the text', (_name, place) => {
    const finding = aFinding({ location: { ...place, side: 'right', isNearDeletedCode: false } });
    const { annotations, summary } = render(aReportWith([finding]));
    expect(annotations).toEqual([]);
    expect(summary).toContain('**F1 · Retry sends the payment twice**');
  });

  it('P09: is never without a message', () => {
    const [annotation] = render(aReportWith([aFinding({ title: ' ', body: '\n' })])).annotations;
    expect(annotation?.message).toBe('The reviewer gave no description.');
  });

  it('O07: shows at most 200, worst first, and says how many stand in the text only', () => {
    const findings = [...manyFindings(150, { severity: 'low' }), ...manyFindings(100, { severity: 'critical' })];
    const { annotations, summary } = render(aReportWith(findings));
    expect(annotations).toHaveLength(200);
    expect(annotations.slice(0, 100).every((one) => one.annotation_level === 'failure')).toBe(true);
    expect(summary).toContain('200 findings are shown on their lines; 50 more findings stand only here.');
  });

  it('T08: shows control and bidi characters of its plain text as escapes', () => {
    const [annotation] = render(aReportWith([aFinding({ body: 'a\u001b[2Jb\u202ec' })])).annotations;
    expect(annotation?.message).toBe('a\\u{1b}[2Jb\\u{202e}c');
  });

  it('keeps message, details and title within their bounds', () => {
    const finding = aFinding({ title: 't'.repeat(999), body: '😀'.repeat(40_000), evidence: '数'.repeat(40_000) });
    const [annotation] = render(aReportWith([finding])).annotations;
    expect(annotation?.title.length).toBeLessThanOrEqual(255);
    expect(byteLength(annotation?.message ?? '')).toBeLessThanOrEqual(65_536);
    expect(byteLength(annotation?.raw_details ?? '')).toBeLessThanOrEqual(65_536);
  });

  it('masks a secret that a quote holds', () => {
    const evidence = 'token = "ghp_abcdefghijklmnopqrstuvwxyz0123"';
    expect(JSON.stringify(render(aReportWith([aFinding({ evidence })])))).not.toContain('ghp_');
  });

  it('says of deleted code that its line is only the nearest', () => {
    const location = { path: 'a.ts', side: 'right', startLine: 3, endLine: 3, isNearDeletedCode: true } as const;
    const { annotations, summary } = render(aReportWith([aFinding({ location })]));
    expect(annotations[0]?.message).toContain('the line is the nearest that still exists');
    expect(summary).toContain('```\nretry(() => charge(order))\n```');
  });
});
