import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Candidate, Finding } from '../../../../src/review/model/finding.js';
import type { Page } from '../../../../src/review/model/patch.js';
import { countDecisions, type SettleInput, settle } from '../../../../src/review/settle/index.js';
import { aCandidate, aPage, aSegment } from '../../../support/builders/finding.js';
import { aChangedFile, anEvidence } from '../../../support/builders/report.js';
import { computingMs } from '../../../support/cpu-time.js';
import { fuzzRuns } from '../../../support/fuzz.js';

const ROWS = [
  ' export async function pay(order) {',
  '-  return provider.charge(order);',
  '+  return await retry(() => provider.charge(order));',
  '+  // never reached by a refused card',
  ' }',
  ' ',
  ' export const LIMIT = 3;',
];
const PAGE = aPage([aSegment(ROWS, { newStart: 87 })]);
const CHARGE = '  return await retry(() => provider.charge(order));';

function settled(candidates: readonly Candidate[], overrides: Partial<SettleInput> = {}): readonly Finding[] {
  return settle({
    candidates,
    facts: [],
    readPages: [PAGE],
    evidence: anEvidence(),
    minimumSeverity: 'low',
    isRule: () => false,
    ...overrides,
  });
}

function settledOne(candidate: Partial<Candidate>, overrides: Partial<SettleInput> = {}): Finding {
  const [finding] = settled([aCandidate(candidate)], overrides);
  if (finding === undefined) throw new Error('a candidate vanished');
  return finding;
}

describe('deciding one candidate', () => {
  it('publishes a quoted line at its right-side line, unverified, as F1', () => {
    expect(settledOne({ evidence: CHARGE, startLine: 3 })).toMatchObject({
      id: 'F1',
      location: { path: 'src/a.ts', side: 'right', startLine: 88, endLine: 88, isNearDeletedCode: false },
      decision: { state: 'published', reason: 'anchored' },
      support: ['primary'],
    });
  });

  it('T05: says of every finding that it is unverified until something verified it', () => {
    expect(settledOne({ evidence: CHARGE }).verification).toEqual({
      state: 'unverified',
      confidence: null,
      note: null,
    });
  });

  it('withholds a quote that stands nowhere in what was served', () => {
    expect(settledOne({ evidence: 'launchMissiles(everywhere)' })).toMatchObject({
      id: 'W1',
      location: null,
      decision: { state: 'withheld', reason: 'quote_not_found' },
    });
  });

  it('J06: withholds a quote of unchanged code outside the hunks, although its line number is a real one', () => {
    expect(settledOne({ evidence: 'const unchangedElsewhere = 1;', startLine: 88 }).decision.reason).toBe(
      'quote_not_found',
    );
  });

  it('D02: withholds a finding about a file that is not in the target', () => {
    expect(settledOne({ path: 'src/example.ts', evidence: CHARGE }).decision).toEqual({
      state: 'withheld',
      reason: 'path_not_in_target',
    });
  });

  it('Q14: withholds a finding about a changed file no reviewer was shown', () => {
    const evidence = anEvidence({ files: [aChangedFile(), aChangedFile({ path: 'src/z.ts' })] });
    expect(settledOne({ path: 'src/z.ts', evidence: CHARGE }, { evidence }).decision.reason).toBe('path_not_read');
  });

  it('J08: reports a renamed file under its new name', () => {
    const evidence = anEvidence({ files: [aChangedFile({ status: 'renamed', previousPath: 'lib/old.ts' })] });
    expect(settledOne({ path: 'lib/old.ts', evidence: CHARGE }, { evidence })).toMatchObject({
      path: 'src/a.ts',
      location: { path: 'src/a.ts', startLine: 88 },
    });
  });

  it('withholds a broken entry as unreadable, whatever else it says', () => {
    expect(settledOne({ evidence: CHARGE, defect: 'severity was "urgent"' }).decision.reason).toBe('unreadable');
  });

  it.each(['', '  \n\t\n', '```\n```'])('publishes a finding that quotes nothing (%j) without a line', (evidence) => {
    expect(settledOne({ evidence, startLine: 88, endLine: 89 })).toMatchObject({
      location: null,
      decision: { state: 'published', reason: 'no_line' },
    });
  });

  it('K11: keeps a finding that has no line, to be told in the summary', () => {
    expect(settledOne({ evidence: '' })).toMatchObject({ id: 'F1', path: 'src/a.ts', location: null });
  });

  it('publishes a finding about a rename or a mode without a line', () => {
    const page: Page = { path: 'bin/run', index: 0, count: 1, text: 'mode 100644 -> 100755', segments: [] };
    const evidence = anEvidence({ files: [aChangedFile({ path: 'bin/run' })] });
    expect(
      settledOne({ path: 'bin/run', evidence: 'mode 100644 -> 100755' }, { evidence, readPages: [page] }).decision,
    ).toEqual({ state: 'published', reason: 'no_line' });
  });

  it('A17: withholds a suggestion that is already there', () => {
    expect(settledOne({ evidence: CHARGE, suggestion: `\`\`\`ts\n${CHARGE.trim()}\n\`\`\`` }).decision.reason).toBe(
      'suggestion_equals_code',
    );
  });

  it('publishes a suggestion that brings deleted code back', () => {
    const deleted = '  return provider.charge(order);';
    expect(settledOne({ evidence: `-${deleted}`, suggestion: deleted }).decision.state).toBe('published');
  });

  it('P08: never publishes line 0', () => {
    expect(settledOne({ evidence: CHARGE, startLine: 0, endLine: 0 }).location?.startLine).toBe(88);
  });

  it('K04: publishes no finding above the severity its reviewer gave it, and keeps what was given', () => {
    const given = ['info', 'low', 'medium', 'high', 'critical'] as const;
    for (const severity of given)
      for (const confidence of [0, 0.5, 1])
        expect(settledOne({ evidence: CHARGE, severity, confidence })).toMatchObject({
          severity,
          rawSeverity: severity,
        });
  });

  it('makes advice of what is below the minimum severity', () => {
    expect(settledOne({ evidence: CHARGE, severity: 'low' }, { minimumSeverity: 'medium' })).toMatchObject({
      id: 'F1',
      decision: { state: 'advisory', reason: 'below_minimum_severity' },
      location: { startLine: 88 },
    });
  });

  it.each([true, false])('keeps the named rule and whether the base really has it (%s)', (isVerified) => {
    const isRule = (file: string, line: number) => isVerified && file === 'AGENTS.md' && line === 4;
    const rule = { file: 'AGENTS.md', line: 4 };
    expect(settledOne({ evidence: CHARGE, rule }, { isRule }).rule).toEqual({ ...rule, isVerified });
  });
});

describe('numbers and order', () => {
  it('numbers findings in the order of the report: severity, path, line, title', () => {
    const findings = settled([
      aCandidate({ title: 'Limit is too low', severity: 'low', evidence: 'export const LIMIT = 3;' }),
      aCandidate({ title: 'Invented', severity: 'critical', evidence: 'does not exist anywhere' }),
      aCandidate({ title: 'Comment is wrong', severity: 'medium', evidence: '// never reached by a refused card' }),
      aCandidate({ title: 'Charged twice', severity: 'medium', evidence: CHARGE }),
      aCandidate({ title: 'No tests at all', severity: 'medium' }),
    ]);
    expect(findings.map(({ id, title }) => `${id} ${title}`)).toEqual([
      'W1 Invented',
      'F1 Charged twice',
      'F2 Comment is wrong',
      'F3 No tests at all',
      'F4 Limit is too low',
    ]);
  });

  it('Q29: gives every candidate a row with an id of its own, withheld ones too', () => {
    const findings = settled(Array.from({ length: 5 }, (_none, index) => aCandidate({ index, path: `x${index}` })));
    expect(findings.map(({ id }) => id)).toEqual(['W1', 'W2', 'W3', 'W4', 'W5']);
  });

  it.each([0, 1, 49, 50, 51, 99, 100, 101, 1000])('accounts exactly for %i candidates', (count) => {
    const kinds: Partial<Candidate>[] = [
      { evidence: CHARGE },
      { evidence: 'nowhere to be found' },
      { path: 'other.ts' },
      { severity: 'info' },
      { defect: 'broken' },
    ];
    const candidates = Array.from({ length: count }, (_none, index) =>
      aCandidate({ index, title: `Subject${index}`, ...kinds[index % kinds.length] }),
    );
    const { candidates: sum, published, advisory, withheld } = countDecisions(settled(candidates));
    expect({ sum, parts: published + advisory + withheld }).toEqual({ sum: count, parts: count });
  });

  const someCandidate = fc.record({
    callId: fc.constantFrom('primary', 'check-1', 'check-2'),
    severity: fc.constantFrom('critical', 'high', 'medium', 'low', 'info'),
    confidence: fc.constantFrom(0.5, 0.9),
    path: fc.constantFrom('src/a.ts', './src/a.ts', 'b/src/a.ts', 'nowhere.ts'),
    startLine: fc.option(fc.integer({ min: -1, max: 100 })),
    endLine: fc.option(fc.integer({ min: -1, max: 100 })),
    title: fc.constantFrom('Retry sends twice', 'Retry sends the payment twice', 'Limit too low', 'Payment limit'),
    body: fc.constantFrom('short', 'a longer body'),
    evidence: fc.constantFrom(...ROWS, CHARGE, '', 'nope nope nope', `${ROWS[2]}\n${ROWS[3]}`),
    suggestion: fc.option(fc.constantFrom(CHARGE, 'other()')),
  }) satisfies fc.Arbitrary<Partial<Candidate>>;

  it('comes to the same findings whatever the order of candidates and pages', () => {
    const pages = [PAGE, aPage([aSegment([' tail'], { hunkIndex: 1, newStart: 300 })], { index: 1, count: 2 })];
    const scenario = fc
      .array(someCandidate, { maxLength: 12 })
      .map((parts) => parts.map((part, index) => aCandidate({ ...part, index })))
      .chain((candidates) =>
        fc.tuple(
          fc.constant(candidates),
          fc.shuffledSubarray(candidates, { minLength: candidates.length }),
          fc.shuffledSubarray(pages, { minLength: 2 }),
        ),
      );
    fc.assert(
      fc.property(scenario, ([candidates, shuffled, shuffledPages]) => {
        expect(settled(shuffled, { readPages: shuffledPages })).toEqual(settled(candidates, { readPages: pages }));
      }),
      fuzzRuns(150),
    );
  });

  it('P13: publishes only right-side lines of served hunks, the range inside one hunk', () => {
    const hunks = [aSegment(ROWS, { newStart: 87 }), aSegment([' }', '-old', '+new'], { hunkIndex: 1, newStart: 300 })];
    const linesOf = (index: number) =>
      hunks[index]?.lines.flatMap(({ newLine }) => (newLine === null ? [] : [newLine]));
    fc.assert(
      fc.property(fc.array(someCandidate, { maxLength: 8 }), (parts) => {
        const findings = settled(
          parts.map((part, index) => aCandidate({ ...part, index })),
          { readPages: [aPage(hunks)] },
        );
        for (const { location } of findings) {
          if (location === null) continue;
          const { startLine, endLine } = location;
          expect(startLine).toBeLessThanOrEqual(endLine);
          expect([0, 1].some((hunk) => [startLine, endLine].every((line) => linesOf(hunk)?.includes(line)))).toBe(true);
        }
      }),
      fuzzRuns(100),
    );
  });
});

describe('a large review', () => {
  const lines = Array.from({ length: 6_000 }, (_none, index) => `+  const value${index} = read(${index % 7});`);
  const pages = [0, 1, 2].map((file) =>
    aPage([aSegment(lines.slice(file * 2_000, (file + 1) * 2_000))], { path: `src/file${file}.ts` }),
  );
  const evidence = anEvidence({ files: pages.map(({ path }) => aChangedFile({ path })) });

  it.each([
    ['whole lines', (index: number) => lines[index % 6_000] ?? ''],
    ['parts of lines', (index: number) => `value${index % 6_000} = read`],
    ['nothing that exists', (index: number) => `value${index} = written by nobody`],
    ['nothing at all', () => ''],
  ])('settles 2,000 candidates that quote %s in well under a second', (_name, quote) => {
    const candidates = Array.from({ length: 2_000 }, (_none, index) =>
      aCandidate({
        index,
        path: `src/file${index % 3}.ts`,
        title: `Value ${index} is read wrong`,
        evidence: quote(index),
      }),
    );
    const input = {
      candidates,
      facts: [],
      readPages: pages,
      evidence,
      minimumSeverity: 'low',
      isRule: () => false,
    } as const;
    let count = 0;
    const durationMs = computingMs(() => {
      count = settle(input).length;
    });
    expect(count).toBe(2_000);
    expect(durationMs).toBeLessThan(3_000);
  });
});
