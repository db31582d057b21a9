import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { renderMarkdown } from '../../../../src/report/render/render-markdown.js';
import type { Report } from '../../../../src/review/model/report.js';
import { aFinding, aWithheldFinding } from '../../../support/builders/finding.js';
import { hostileText } from '../../../support/builders/hostile-text.js';
import {
  aFailedReport,
  aLimitedReport,
  aReportSaying,
  aReportWith,
  aRow,
  aStaleReport,
  everyKindOfReport,
  manyFindings,
  someFindings,
} from '../../../support/builders/report-cases.js';

function render(report: Report, explain = false): string {
  return renderMarkdown(report, { explain });
}

type Node = { readonly type: string; readonly value?: string; readonly depth?: number; readonly children?: Node[] };

function nodesOf(node: Node): Node[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)];
}

function nodesIn(markdown: string): Node[] {
  return nodesOf(fromMarkdown(markdown) as Node);
}

/** Headings, lists and rules: what a reader sees as the order of the document. */
function skeletonOf(markdown: string): readonly string[] {
  return nodesIn(markdown)
    .filter(({ type }) => ['heading', 'list', 'listItem', 'thematicBreak', 'table'].includes(type))
    .map(({ type, depth }) => type + (depth ?? ''));
}

describe('renderMarkdown', () => {
  it('is the whole report, the worst first', () => {
    const report = aReportWith(
      [
        aFinding({
          id: 'F4',
          title: 'Retry sends the payment twice',
          body: '`charge()` is retried after a time-out, but no key is sent.',
          trigger: 'the provider answers after 30 s',
          suggestion: 'send one key for all tries',
          verification: { state: 'confirmed', confidence: 0.9, note: null },
        }),
        aFinding({ id: 'F2', severity: 'medium', rawSeverity: 'medium', groupKey: 'b', title: 'Cursor skips a row' }),
        aWithheldFinding(),
      ],
      { title: '1 high, 1 medium in 1 of 1 file', residualRisk: ['load'] },
    );
    expect(render(report)).toMatchInlineSnapshot(`
"# 1 high, 1 medium in 1 of 1 file

**1 high, 1 medium.** Reviewed \`bbbbbbb\` against \`main\` (merge base \`aaaaaaa\`), 1 of 1 file, current.

1 withheld: 1 quote not found in the change.

## Findings

### High

**F4 · Retry sends the payment twice** · \`src/a.ts:10\`

\`\`\`
retry(() => charge(order))
\`\`\`

\`charge()\` is retried after a time-out, but no key is sent.

*When:* the provider answers after 30 s

*Instead:* send one key for all tries

Confirmed by an additional check.

### Medium

**F2 · Cursor skips a row** · \`src/a.ts:10\`

\`\`\`
retry(() => charge(order))
\`\`\`

The first request may have gone through.

## What was read: 1 of 1 file

- reviewed (1)
  - \`src/a.ts\`

## Not covered by this review

- load

## The reviewer's summary

The change retries a charge.

---

standard review · \`model-1\` · 1 request · 0 tokens in, 0 out · 41 s · head \`bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\` · base \`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\` · merge base \`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`
"
`);
  });

  it('T23, D05: says first what was not read and why, and names every such file', () => {
    expect(render(aLimitedReport())).toMatchInlineSnapshot(`
"# Limited: 12 of 15 files reviewed, no findings in them

**Limited.** Not reviewed: binary (\`assets/model.bin\`); read in part: over the reading allowance (\`src/huge.ts\`).

Look at the files whose change has no readable text by hand. Split the change, or review a part of it: name the paths after \`--\`.

**No findings in what was read.** Reviewed \`bbbbbbb\` against \`main\` (merge base \`aaaaaaa\`), 12 of 15 files, current.

## What was read: 12 of 15 files

- not reviewed: binary (1)
  - \`assets/model.bin\`
- read in part: over the reading allowance (1)
  - \`src/huge.ts\`
- accepted unread: lockfile (1)
  - \`package-lock.json\`
- reviewed (12)
  - \`src/0.ts\`
  - \`src/1.ts\`
  - \`src/2.ts\`
  - \`src/3.ts\`
  - \`src/4.ts\`
  - \`src/5.ts\`
  - \`src/6.ts\`
  - \`src/7.ts\`
  - \`src/8.ts\`
  - \`src/9.ts\`
  - \`src/10.ts\`
  - \`src/11.ts\`

## The reviewer's summary

The change retries a charge.

---

standard review · \`model-1\` · 1 request · 0 tokens in, 0 out · 41 s · head \`bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\` · base \`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\` · merge base \`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`
"
`);
  });

  it('names every file, however many there are', () => {
    const rows = Array.from({ length: 1_000 }, (_none, index) =>
      aRow(`src/${index}.ts`, { state: 'deferred', reason: 'over_budget' }),
    );
    const coverage = { state: 'limited', rows, omittedFileCount: 7, limitations: [] } as const;
    const text = render(aLimitedReport({ coverage }));
    expect(text.match(/^ {2}- `src\/\d+\.ts`$/gm)).toHaveLength(1_000);
    expect(text).toContain('- not reviewed: not listed by the provider (7)\n  - 7 files\n');
  });

  it.each([
    ['stale', aStaleReport(), 'Run it again to review the change as it stands now.'],
    ['failed', aFailedReport(), 'Raise the quota.'],
    ['limited', aLimitedReport(), 'name the paths after `--`'],
  ])('speaks to a reader who has the command, not a comment: %s', (_name, report, words) => {
    expect(render(report)).toContain(words);
    expect(render(report)).not.toContain('/review');
  });

  it('shows withheld findings with their reason, and the dials, only when asked to explain', () => {
    const report = aReportWith([aWithheldFinding({ title: 'Ghost' })]);
    expect(render(report)).toContain('1 withheld: 1 quote not found in the change.');
    expect(render(report)).not.toContain('Ghost');
    expect(render(report, true)).toMatch(
      /## Withheld, with the reason \(1\)[\s\S]*Ghost[\s\S]*\*Withheld:\* quote not found in the change\n\ncorrectness, confidence 90 %/,
    );
  });

  it('Q29: loses no published and no advisory finding', () => {
    fc.assert(
      fc.property(someFindings, fc.boolean(), (findings, explain) => {
        const text = render(aReportWith(findings), explain);
        const expected = findings.filter(({ decision }) => explain || decision.state !== 'withheld');
        const shown = [...text.matchAll(/^\*\*([FW]\d+) · /gm)].map(([, id]) => id);
        expect(shown.sort()).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: 60 },
    );
  });

  it('P01: has none of the bounds of a check run', () => {
    const body = 'word '.repeat(5_000).trim();
    const text = render(aReportWith(manyFindings(300, { body, decision: { state: 'published', reason: 'anchored' } })));
    expect(text.match(/^\*\*F\d+ · /gm)).toHaveLength(300);
    expect(text).not.toContain('left out');
    expect(text.split(body)).toHaveLength(301);
  });

  it('keeps its own order of headings and lists whatever is written in it', () => {
    const own = skeletonOf(render(aReportSaying('word'), true));
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(skeletonOf(render(aReportSaying(`${text}\n\nword`), true))).toEqual(own);
      }),
      { numRuns: 150 },
    );
  });

  it('holds no HTML, link, image, mention or invisible character of anybody', () => {
    fc.assert(
      fc.property(hostileText, (words) => {
        const text = render(aReportSaying(words), true);
        const nodes = nodesIn(text);
        expect(nodes.filter(({ type }) => /html|link|image|definition/i.test(type))).toEqual([]);
        const prose = nodes.flatMap(({ type, value = '' }) => (type === 'text' ? [value] : []));
        expect(prose.filter((one) => /@|#\d|:\/\/|www\.|\bGH-\d/i.test(one))).toEqual([]);
        expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]|<!--/u);
      }),
      { numRuns: 150 },
    );
  });

  it.each(everyKindOfReport())('M01, Q28: uses no word of approval and no score: %s', (_name, report) => {
    expect(render({ ...report, summary: null, prose: null })).not.toMatch(
      /approv|passed|safe|lgtm|great|\b\d\/\d\b|!/i,
    );
  });

  it('masks secrets', () => {
    const text = renderMarkdown(aReportSaying('my-own-secret ghp_abcdefghijklmnopqrstuvwxyz0123'), {
      explain: true,
      secrets: ['my-own-secret'],
    });
    expect(text).not.toMatch(/my-own-secret|ghp_/);
  });
});
