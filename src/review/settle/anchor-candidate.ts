import type { Candidate, Location, WithheldReason } from '../model/finding.js';
import { chooseStart, lineHint, linesAt, occurrenceOf, toLocation } from './choose-place.js';
import type { FileView } from './file-view.js';
import { type Hits, isInNotes, type QuoteFinder } from './find-quote.js';
import { readQuote } from './read-quote.js';
import { suggestionEqualsCode } from './suggestion-equals-code.js';

/** What candidates are held against: the files of the target and the pages reviewers were shown. */
export type AnchorTarget = {
  readonly resolvePath: (path: string) => string | null;
  readonly views: ReadonlyMap<string, FileView>;
  readonly findQuote: QuoteFinder;
};

/** Where a candidate belongs, or why it cannot be shown. */
export type Anchoring = {
  readonly path: string;
  readonly location: Location | null;
  /** Normalised lines of the code the candidate speaks of. */
  readonly quoted: readonly string[];
  /** Which of the equal places in the file this is, 0-based. */
  readonly occurrence: number;
  readonly withheld: WithheldReason | null;
};

/** Find a candidate's place by what it quotes. Never throws: whatever is wrong with it becomes a reason. */
export function anchorCandidate(candidate: Candidate, target: AnchorTarget): Anchoring {
  const quote = readQuote(candidate.evidence);
  const path = target.resolvePath(candidate.path);
  const unplaced = {
    path: path ?? candidate.path,
    location: null,
    quoted: quote.lines.map((line) => line.text),
    occurrence: 0,
    withheld: null,
  };
  if (candidate.defect !== null) return { ...unplaced, withheld: 'unreadable' };
  if (path === null) return { ...unplaced, withheld: 'path_not_in_target' };
  const view = target.views.get(path);
  if (view === undefined) return { ...unplaced, withheld: 'path_not_read' };
  if (quote.lines.length === 0) return unplaced;
  const hits = target.findQuote(view, quote);
  if (hits === null) return { ...unplaced, withheld: isInNotes(view, quote) ? null : 'quote_not_found' };
  const start = chooseStart(hits, lineHint(candidate.startLine, candidate.endLine));
  return start === null ? decideUnplaced(candidate, hits, unplaced) : place(candidate, path, hits, start);
}

/** Equal places stay equal for a suggestion too: one look at the first tells whether it changes anything. */
function decideUnplaced(candidate: Candidate, hits: Hits, unplaced: Anchoring): Anchoring {
  const lines = linesAt(hits, hits.starts[0] ?? 0);
  return { ...unplaced, quoted: lines.map((line) => line.text), withheld: withheldFor(candidate, lines) };
}

function place(candidate: Candidate, path: string, hits: Hits, start: number): Anchoring {
  const lines = linesAt(hits, start);
  return {
    path,
    location: toLocation(path, lines),
    quoted: lines.map((line) => line.text),
    occurrence: occurrenceOf(hits, start),
    withheld: withheldFor(candidate, lines),
  };
}

function withheldFor(candidate: Candidate, lines: Parameters<typeof suggestionEqualsCode>[2]): WithheldReason | null {
  if (candidate.suggestion === null) return null;
  return suggestionEqualsCode(candidate.suggestion, candidate.evidence, lines) ? 'suggestion_equals_code' : null;
}
