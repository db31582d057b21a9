import type { Candidate, Finding } from '../../../src/review/model/finding.js';
import type { Page, PageSegment, PatchLine } from '../../../src/review/model/patch.js';

const KINDS = { '+': 'added', '-': 'removed', ' ': 'context' } as const;

/** A finding as a reviewer reported it: high, about `src/a.ts`, quoting nothing. */
export function aCandidate(overrides: Partial<Candidate> = {}): Candidate {
  return {
    callId: 'primary',
    index: 0,
    severity: 'high',
    confidence: 0.9,
    category: 'correctness',
    path: 'src/a.ts',
    startLine: null,
    endLine: null,
    title: 'Retry sends the payment twice',
    body: 'The first request may have gone through.',
    evidence: '',
    trigger: null,
    suggestion: null,
    rule: null,
    claims: [],
    defect: null,
    ...overrides,
  };
}

/** A settled finding: published on line 10 of `src/a.ts`. */
export function aFinding(overrides: Partial<Finding> = {}): Finding {
  const { callId, index: _index, startLine: _start, endLine: _end, defect: _defect, ...said } = aCandidate();
  return {
    ...said,
    id: 'F1',
    fingerprint: 'f'.repeat(64),
    baseline: null,
    groupKey: 'a'.repeat(64),
    rawSeverity: said.severity,
    evidence: 'retry(() => charge(order))',
    location: { path: 'src/a.ts', side: 'right', startLine: 10, endLine: 10, isNearDeletedCode: false },
    rule: null,
    additionalLocations: [],
    support: [callId],
    verification: { state: 'unverified', confidence: null, note: null },
    decision: { state: 'published', reason: 'anchored' },
    ...overrides,
  };
}

/** A withheld finding, numbered `W1`. */
export function aWithheldFinding(overrides: Partial<Finding> = {}): Finding {
  return aFinding({
    id: 'W1',
    location: null,
    decision: { state: 'withheld', reason: 'quote_not_found' },
    ...overrides,
  });
}

/** One hunk from marked rows (`+`, `-`, space), numbered from `newStart` and `oldStart`. */
export function aSegment(
  rows: readonly string[],
  at: { readonly hunkIndex?: number; readonly newStart?: number; readonly oldStart?: number } = {},
): PageSegment {
  let newLine = at.newStart ?? 1;
  let oldLine = at.oldStart ?? at.newStart ?? 1;
  const lines = rows.map((row): PatchLine => {
    const kind = KINDS[row.charAt(0) as keyof typeof KINDS];
    return {
      kind,
      text: row.slice(1),
      oldLine: kind === 'added' ? null : oldLine++,
      newLine: kind === 'removed' ? null : newLine++,
      hasNoNewline: false,
    };
  });
  return { hunkIndex: at.hunkIndex ?? 0, lines };
}

/** A page of `src/a.ts` with these hunks, its text shown the way reviewers see it. */
export function aPage(segments: readonly PageSegment[], overrides: Partial<Page> = {}): Page {
  const marks = { added: '+', removed: '-', context: ' ' };
  const rows = segments.flatMap(({ lines }) => [
    '@@ -1,1 +1,1 @@',
    ...lines.map((line) => `${String(line.newLine ?? '').padStart(4)} ${marks[line.kind]} ${line.text}`),
  ]);
  return { path: 'src/a.ts', index: 0, count: 1, text: rows.join('\n'), segments, ...overrides };
}
