import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { historyLine, historyLists } from '../../../../src/report/render/describe-history.js';
import { renderCheckRun } from '../../../../src/report/render/render-check-run.js';
import { renderMarkdown } from '../../../../src/report/render/render-markdown.js';
import type { Baseline, Finding } from '../../../../src/review/model/finding.js';
import type { History, Report } from '../../../../src/review/model/report.js';
import { aFinding } from '../../../support/builders/finding.js';
import { hostileText } from '../../../support/builders/hostile-text.js';
import { aRecordedDefect } from '../../../support/builders/record.js';
import { aReport } from '../../../support/builders/report.js';
import { aReportWith } from '../../../support/builders/report-cases.js';

const NOTHING: History = {
  previousHeadSha: '1a2b3c4'.padEnd(40, '0'),
  notObserved: [],
  carriedOver: [],
  dispositions: [],
};
const as = (...baselines: (Baseline | null)[]): Finding[] => baselines.map((baseline) => aFinding({ baseline }));
const since = (history: Partial<History> = {}, findings: readonly Finding[] = []) =>
  aReport({ findings, history: { ...NOTHING, ...history } });

const gone = aRecordedDefect(2, 'leak', 'here', { title: 'A handle leaks', severity: 'medium' });
const said = { ...aRecordedDefect(3, 'race'), state: 'dismissed', by: 'alice', why: 'by design', atMs: 1 } as const;

describe('historyLine', () => {
  it('says nothing of a first revision', () => {
    expect(historyLine(aReport({ findings: as(null) }))).toBe('');
  });

  it('counts what became of findings since the revision before', () => {
    const report = since(
      { notObserved: [gone], carriedOver: [gone, gone] },
      as('new', 'repeated', 'repeated', 'changed'),
    );
    expect(historyLine(report)).toBe(
      'Since the last revision (1a2b3c4): 1 new, 2 repeated, 1 changed, 1 not observed any more, 2 carried over.',
    );
  });

  it('leaves out what did not happen', () => {
    expect(historyLine(since({}, as('new')))).toBe('Since the last revision (1a2b3c4): 1 new.');
    expect(historyLine(since())).toBe('Since the last revision (1a2b3c4): nothing new.');
  });
});

describe('historyLists', () => {
  it('lists nothing where there is nothing', () => {
    expect([historyLists(aReport(), []), historyLists(since(), [])]).toEqual([[], []]);
  });

  it('T16: names what is not reported now, with number, severity and place, and calls none of it resolved', () => {
    const lists = historyLists(since({ notObserved: [gone], carriedOver: [{ ...gone, startLine: null }] }), []);
    expect(lists).toEqual([
      {
        title: 'Carried over from files that were not read now: 1 finding',
        items: ['**F2 · A handle leaks** · medium · `src/a.ts`'],
      },
      { title: 'Not observed any more: 1 finding', items: ['**F2 · A handle leaks** · medium · `src/a.ts:10`'] },
    ]);
    expect(JSON.stringify(lists)).not.toContain('resolved');
  });

  it('tells what people said, with who and why', () => {
    const dispositions = [said, { ...said, number: 4, state: 'resolved', by: 'bob', why: null } as const];
    expect(historyLists(since({ dispositions }), [])[0]?.items).toEqual([
      'F3 dismissed by alice: by design',
      'F4 resolved by bob',
    ]);
  });
});

describe('text of models, authors and people', () => {
  type Node = { readonly type: string; readonly value?: string; readonly children?: readonly Node[] };
  const nodesOf = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(nodesOf)];

  it('adds nothing to the lists but words and code', () => {
    fc.assert(
      fc.property(hostileText, (words) => {
        const finding = { ...gone, title: words, path: words };
        const dispositions = [{ ...said, by: words, why: words }];
        const lists = historyLists(since({ notObserved: [finding], carriedOver: [finding], dispositions }), []);
        const items = lists.flatMap((list) => list.items);
        const nodes = nodesOf(fromMarkdown(items.map((item) => `- ${item}`).join('\n')) as Node);
        expect(nodes.filter(({ type }) => type === 'listItem')).toHaveLength(3);
        expect(nodes.filter(({ type }) => /html|link|image|definition|heading|thematic/i.test(type))).toEqual([]);
        const prose = nodes.flatMap(({ type, value = '' }) => (type === 'text' ? [value] : []));
        expect(prose.filter((one) => /@|#\d|:\/\/|www\.|\bGH-\d/i.test(one))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('is masked where it holds a secret', () => {
    const finding = { ...gone, title: 'holds my-own-secret', path: 'my-own-secret.ts' };
    const dispositions = [{ ...said, why: 'my-own-secret' }];
    const lists = historyLists(since({ notObserved: [finding], dispositions }), ['my-own-secret']);
    expect(JSON.stringify(lists)).not.toContain('my-own-secret');
  });
});

describe.each<[string, (report: Report) => string]>([
  ['the check run', (report) => Object.values(renderCheckRun({ kind: 'report', report })).join('\n')],
  ['Markdown', (report) => renderMarkdown(report, { explain: false })],
])('%s', (_where, render) => {
  it('tells what became of earlier findings', () => {
    const text = render(since({ notObserved: [gone], dispositions: [said] }));
    for (const words of ['Since the last revision (1a2b3c4): 1 not', 'F2 · A handle leaks', 'F3 dismissed by alice'])
      expect(text).toContain(words);
  });

  it('tells nothing of it for a first revision', () => {
    expect(render(aReport())).not.toMatch(/last revision|observed|Carried over|people said/);
  });

  it('does not say that a finding is below the minimum severity which a person has dismissed', () => {
    const dismissed = aFinding({ decision: { state: 'advisory', reason: 'dismissed' } });
    const text = render(aReportWith([dismissed]));
    expect(text).toContain('1 advisory finding dismissed by a person');
    expect(text).not.toContain('minimum severity');
  });
});
