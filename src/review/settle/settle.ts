import type { Fact } from '../model/analysis.js';
import type { Evidence } from '../model/evidence.js';
import type { Candidate, Finding, Severity } from '../model/finding.js';
import type { Page } from '../model/patch.js';
import { anchorCandidate } from './anchor-candidate.js';
import { anchorFact } from './anchor-fact.js';
import { compareForReport } from './canonical-order.js';
import { type Draft, draftFinding } from './draft-finding.js';
import { viewPages } from './file-view.js';
import { createQuoteFinder } from './find-quote.js';
import { mergeDuplicates } from './merge-duplicates.js';
import { createPathResolver } from './resolve-path.js';

/** Everything a decision depends on: what was reported, what was read, what changed, what the settings ask for. */
export type SettleInput = {
  readonly candidates: readonly Candidate[];
  /** What static checks said. */
  readonly facts: readonly Fact[];
  /** Every page that stood before a reviewer, of any path, in any order. */
  readonly readPages: readonly Page[];
  readonly evidence: Evidence;
  readonly minimumSeverity: Severity;
  /** Whether this line of this file is a rule of the base revision that says more than general advice. */
  readonly isRule: (file: string, line: number) => boolean;
};

/**
 * Give every candidate a place, an identity and a decision. Nothing is dropped: one finding comes out per candidate, a
 * duplicate as its own withheld one. Sorted by severity, path, line, title; numbered `F1`… (published, advisory) and
 * `W1`… (withheld). The order of candidates, facts and pages changes nothing. Never throws.
 */
export function settle(input: SettleInput): readonly Finding[] {
  const target = {
    resolvePath: createPathResolver(input.evidence.files),
    views: viewPages(input.readPages),
    findQuote: createQuoteFinder(),
  };
  const drafts = [
    ...input.candidates.map((candidate) => draftFinding(candidate, anchorCandidate(candidate, target), input)),
    ...input.facts.map((fact) => draftFinding(fact.candidate, anchorFact(fact), input)),
  ];
  const [withheld, shown] = [drafts.filter(isWithheld), drafts.filter((draft) => !isWithheld(draft))];
  return numberFindings([...withheld, ...mergeDuplicates(shown, input.minimumSeverity)].sort(compareForReport));
}

function isWithheld(draft: Draft): boolean {
  return draft.decision.state === 'withheld';
}

function numberFindings(drafts: readonly Draft[]): readonly Finding[] {
  const next = { F: 0, W: 0 };
  return drafts.map((draft) => {
    const letter = isWithheld(draft) ? 'W' : 'F';
    next[letter] += 1;
    return { id: `${letter}${next[letter]}`, ...draft };
  });
}
