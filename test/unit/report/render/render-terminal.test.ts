import { describe, expect, it } from '@jest/globals';
import { renderTerminal, type TerminalOptions } from '../../../../src/report/render/render-terminal.js';
import type { Severity } from '../../../../src/review/model/finding.js';
import type { Report } from '../../../../src/review/model/report.js';
import { aFinding, aWithheldFinding } from '../../../support/builders/finding.js';
import { aReport } from '../../../support/builders/report.js';
import {
  aFailedReport,
  aLimitedReport,
  aReportWith,
  aRow,
  aStaleReport,
  everyKindOfReport,
  manyFindings,
} from '../../../support/builders/report-cases.js';

function render(report: Report, options: Partial<TerminalOptions> = {}): string {
  return renderTerminal(report, { width: 80, useColor: false, explain: false, ...options });
}

const usage = { requests: 2, inputTokens: 18_204, cachedInputTokens: 0, outputTokens: 1_022, isEstimated: false };
const payment = aFinding({
  title: 'Retry sends the payment twice',
  body: 'charge() is retried after a time-out, but the first request may have gone through.',
  evidence: '  return await retry(() => provider.charge(order))',
  trigger: 'the provider answers after 30 s',
  suggestion: 'send one idempotency key for all tries of one order',
  location: { path: 'src/billing/charge.ts', side: 'right', startLine: 88, endLine: 88, isNearDeletedCode: false },
});

describe('renderTerminal', () => {
  it('shows findings and ends with one line of counts', () => {
    expect(render(aReportWith([payment, aWithheldFinding()], { usage }))).toMatchInlineSnapshot(`
"HIGH     F1  Retry sends the payment twice
             src/billing/charge.ts:88
             88 │   return await retry(() => provider.charge(order))
             charge() is retried after a time-out, but the first request may
             have gone through.
             when     the provider answers after 30 s
             instead  send one idempotency key for all tries of one order

1 high · 1 of 1 file read · current · 1 withheld: 1 quote not found in the change (--explain shows them) · 2 requests, 19k tokens, 41 s
"
`);
  });

  it('says of a clean change what was read', () => {
    expect(render(aReport({ usage }))).toMatchInlineSnapshot(`
"No findings in 1 of 1 file

no findings · 1 of 1 file read · current · 2 requests, 19k tokens, 41 s
"
`);
  });

  it('T23, D05: names what was not read and counts it', () => {
    expect(render(aLimitedReport({ usage }))).toMatchInlineSnapshot(`
"Limited: 12 of 15 files reviewed, no findings in them
help: Look at the files whose change has no readable text by hand.
help: Split the change, or review a part of it: name the paths after \`--\`.

accepted unread: lockfile · package-lock.json
not reviewed: binary · assets/model.bin
read in part: over the reading allowance · src/huge.ts

no findings · 12 of 15 files read (1 accepted: lockfile, 1 not read: binary, 1 read in part: over the reading allowance) · current · 2 requests, 19k tokens, 41 s
"
`);
  });

  it('counts minor findings beyond twenty instead of filling the screen, and shows them with --explain', () => {
    const minor = ['low', 'info'].flatMap((severity, round) =>
      manyFindings(300, {
        severity: severity as Severity,
        groupKey: `cause-${round}`,
        path: `src/${round}.ts`,
        decision: { state: 'advisory', reason: 'below_minimum_severity' },
      }),
    );
    const report = aReportWith(minor);
    expect(render(report)).toContain(
      'and 580 more: 280 low, 300 info in 2 files (--explain shows them, --json has\nthem)\n',
    );
    expect(render(report).match(/^(LOW|INFO) /gm)).toHaveLength(20);
    expect(render(report, { explain: true }).match(/^(LOW|INFO) /gm)).toHaveLength(600);
    expect(render(report, { explain: true })).not.toContain('more:');
  });

  it('never folds a finding of medium or above, however many there are', () => {
    const grave = (['critical', 'high', 'medium'] as const).flatMap((severity) => manyFindings(70, { severity }));
    const text = render(aReportWith([...manyFindings(30, { severity: 'info' }), ...grave]));
    expect(text.match(/^(CRITICAL|HIGH|MEDIUM) /gm)).toHaveLength(210);
    expect(text).toContain('and 10 more: 10 info in 1 file');
  });

  it('keeps the screen of hundreds of unread files short', () => {
    const rows = Array.from({ length: 385 }, (_none, index) =>
      aRow(`assets/${index}.bin`, { state: 'excluded', reason: 'binary' }),
    );
    const report = aLimitedReport();
    const text = render({ ...report, coverage: { ...report.coverage, rows } });
    expect(text).toContain('and 377 more');
    expect(text.split('\n').length).toBeLessThan(15);
  });

  it('says what moved and what to do', () => {
    expect(render(aStaleReport())).toContain(
      'Stale: the head moved during the review\nbbbbbbb → ccccccc. Run it again to review the change as it stands now.\n',
    );
  });

  it('H05: says what failed and what to do', () => {
    expect(render(aFailedReport())).toMatch(
      /^Not reviewed: provider quota\nThe model endpoint.*\nhelp: Raise the quota/,
    );
  });

  it.each(everyKindOfReport())('is plain where colours are off: %s', (_name, report) => {
    expect(render(report)).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('colours where they are on', () => {
    expect(render(aReportWith([payment]), { useColor: true })).toContain('\u001b[31mHIGH');
  });

  it('T08: shows control characters, escape sequences and bidi marks of untrusted text as escapes', () => {
    const hostile = 'x\u001b[2J\u001b[1;31m\rINFO approved\u202e\u0007';
    const report = aReportWith(
      [aFinding({ title: hostile, body: hostile, evidence: hostile, suggestion: hostile, trigger: hostile })],
      { notes: [hostile], residualRisk: [hostile], prose: hostile, title: hostile, notices: [hostile] },
    );
    const screen = render(report, { explain: true });
    expect(screen).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(screen).toContain('\\u{1b}[2J');
  });

  it.each([40, 60, 120])('keeps to a window of %i columns', (width) => {
    const report = aReportWith([{ ...payment, body: 'word '.repeat(80), evidence: 'c'.repeat(300) }], { usage });
    const lines = render(report, { width }).trimEnd().split('\n').slice(0, -1);
    const widest = Math.max(...lines.map((line) => line.length));
    expect(widest).toBeLessThanOrEqual(width);
  });

  it('says how many are withheld, and shows them with their reasons when asked to explain', () => {
    const report = aReportWith([aWithheldFinding({ title: 'Ghost' })]);
    expect(render(report)).toContain('1 withheld: 1 quote not found in the change (--explain shows them)');
    expect(render(report)).not.toContain('Ghost');
    expect(render(report, { explain: true })).toMatch(/W1 {2}Ghost[\s\S]*withheld quote not found in the change/);
  });

  it('shows the three dials when asked to explain', () => {
    expect(render(aReportWith([payment]), { explain: true })).toContain('correctness, confidence 90 %, unverified');
  });

  it('lists every advisory finding', () => {
    const decision = { state: 'advisory', reason: 'below_minimum_severity' } as const;
    const screen = render(aReportWith(manyFindings(2, { decision, severity: 'info' })));
    expect(screen).toMatch(/advisory, below the minimum severity[\s\S]*F1 {2}Defect 1[\s\S]*F2 {2}Defect 2/);
  });

  it('numbers the lines of a quote when they are known', () => {
    const location = { path: 'a.ts', side: 'right', startLine: 9, endLine: 10, isNearDeletedCode: false } as const;
    const screen = render(aReportWith([aFinding({ evidence: 'one\n\ttwo', location })]));
    expect(screen).toContain(' 9 │ one\n');
    expect(screen).toContain('10 │   two\n');
  });

  it('masks secrets', () => {
    const screen = render(aReportWith([aFinding({ evidence: 'ghp_abcdefghijklmnopqrstuvwxyz0123' })]));
    expect(screen).toContain('[masked]');
  });
});
