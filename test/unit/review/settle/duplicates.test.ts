import { describe, expect, it } from '@jest/globals';
import type { Candidate, Finding } from '../../../../src/review/model/finding.js';
import { settle } from '../../../../src/review/settle/index.js';
import { aCandidate, aPage, aSegment } from '../../../support/builders/finding.js';
import { aChangedFile, anEvidence } from '../../../support/builders/report.js';

const ROWS = Array.from({ length: 40 }, (_none, index) => `+step${index + 1}(order, payment);`);
const at = (line: number) => `step${line}(order, payment);`;

function settled(...candidates: Partial<Candidate>[]): readonly Finding[] {
  const files = ['src/a.ts', 'src/b.ts'].map((path) => aChangedFile({ path }));
  return settle({
    candidates: candidates.map((part, index) => aCandidate({ index, evidence: at(10), ...part })),
    readPages: files.map(({ path }) => aPage([aSegment(ROWS)], { path })),
    evidence: anEvidence({ files }),
    facts: [],
    minimumSeverity: 'low',
    isRule: () => false,
  });
}

const publishedOf = (findings: readonly Finding[]) => findings.filter(({ decision }) => decision.state === 'published');

describe('saying a thing twice', () => {
  it('O01: joins three reports of one bug, keeps the highest severity and everybody who saw it', () => {
    const findings = settled(
      { callId: 'packet-2', severity: 'medium', title: 'The payment is sent twice on retry', body: 'Long. '.repeat(9) },
      { callId: 'packet-1', severity: 'high', title: 'Retry sends payment twice' },
      { callId: 'packet-3', severity: 'medium', title: 'Payment sent twice by retry' },
    );
    expect(publishedOf(findings)).toMatchObject([
      { severity: 'high', body: 'Long. '.repeat(9), support: ['packet-1', 'packet-2', 'packet-3'] },
    ]);
  });

  it('K02: keeps each duplicate as its own withheld finding, decided by code alone', () => {
    const findings = settled({ callId: 'one' }, { callId: 'two' });
    expect(findings.map(({ id, support, decision }) => [id, support, decision.reason])).toEqual([
      ['F1', ['one', 'two'], 'anchored'],
      ['W1', ['two'], 'duplicate'],
    ]);
  });

  it('joins two titles of one place that have exactly half of their words in common', () => {
    expect(publishedOf(settled({ title: 'Alpha beta gamma' }, { title: 'Alpha beta delta' }))).toHaveLength(1);
    expect(publishedOf(settled({ title: 'Alpha beta gamma' }, { title: 'Alpha other delta' }))).toHaveLength(2);
  });

  it('keeps what the reviewer said of its severity beside the raised one', () => {
    const [kept] = publishedOf(settled({ title: 'A leak', severity: 'low' }, { title: 'The leak', severity: 'high' }));
    expect(kept).toMatchObject({ severity: 'high', rawSeverity: 'low', title: 'A leak' });
  });

  it('raises a finding from advice when one of its reports is severe enough', () => {
    const findings = settled({ severity: 'info', title: 'A leak' }, { severity: 'low', title: 'The leak' });
    expect(findings.map(({ decision }) => decision.state).sort()).toEqual(['published', 'withheld']);
  });

  it('collects the other places of a defect that several reports put on neighbouring lines', () => {
    const [kept] = publishedOf(settled({ evidence: at(11) }, { evidence: at(10) }));
    expect([kept?.location?.startLine, kept?.additionalLocations.map(({ startLine }) => startLine)]).toEqual([
      10,
      [11],
    ]);
  });

  it('K03: leaves two defects on one line apart when their titles speak of different things', () => {
    const findings = settled({ title: 'Retry sends the payment twice' }, { title: 'Missing await drops the error' });
    expect(publishedOf(findings)).toHaveLength(2);
  });

  it.each([
    ['lines with one between them', { evidence: at(10) }, { evidence: at(12) }, 2],
    ['neighbouring lines', { evidence: at(10) }, { evidence: at(11) }, 1],
    ['two files', { path: 'src/a.ts' }, { path: 'src/b.ts' }, 2],
    ['no line and no line', { evidence: '' }, { evidence: '' }, 1],
    ['a line and no line', { evidence: at(10) }, { evidence: '' }, 2],
  ])('with one title on %s publishes the right number', (_name, left, right, count) => {
    expect(publishedOf(settled(left, right))).toHaveLength(count);
  });

  it('does not chain neighbours: each is compared with the first of its cluster only', () => {
    const findings = settled({ evidence: at(10) }, { evidence: at(11) }, { evidence: at(12) });
    expect(publishedOf(findings).map(({ location }) => location?.startLine)).toEqual([10, 12]);
  });

  it('does not let a withheld report raise or support a published one', () => {
    const [kept] = publishedOf(
      settled({ severity: 'low' }, { callId: 'liar', severity: 'critical', evidence: 'not there at all' }),
    );
    expect(kept).toMatchObject({ severity: 'low', support: ['primary'] });
  });
});

describe('identity', () => {
  const identityOf = (part: Partial<Candidate>) => {
    const [finding] = settled(part);
    return { group: finding?.groupKey, fingerprint: finding?.fingerprint };
  };

  it('A17: stays the same when the code moves to another line', () => {
    const [moved] = settle({
      candidates: [aCandidate({ evidence: at(10) })],
      readPages: [aPage([aSegment(ROWS, { newStart: 500 })])],
      evidence: anEvidence(),
      facts: [],
      minimumSeverity: 'low',
      isRule: () => false,
    });
    expect(moved?.fingerprint).toBe(identityOf({}).fingerprint);
  });

  it('M04: does not depend on case, punctuation, order or small words of the title, nor on how much of a line is quoted', () => {
    const first = identityOf({ title: 'The cursor skips the last row', evidence: at(10) });
    expect(identityOf({ title: 'Cursor skips last row.', evidence: 'step10(order' })).toEqual(first);
  });

  it.each([
    ['severity', { severity: 'info' as const }],
    ['words of the body', { body: 'Other words.' }],
    ['the call', { callId: 'check-1' }],
    ['confidence', { confidence: 0.1 }],
  ])('does not depend on %s', (_name, part) => {
    expect(identityOf(part)).toEqual(identityOf({}));
  });

  it.each([
    ['category', { category: 'security' as const }],
    ['title', { title: 'Something else is wrong' }],
    ['path', { path: 'src/b.ts' }],
  ])('has another group for another %s', (_name, part) => {
    expect(identityOf(part).group).not.toBe(identityOf({}).group);
  });

  it('has one group and two fingerprints for one defect at two places', () => {
    const [left, right] = [identityOf({ evidence: at(10) }), identityOf({ evidence: at(20) })];
    expect([left.group === right.group, left.fingerprint === right.fingerprint]).toEqual([true, false]);
  });
});
