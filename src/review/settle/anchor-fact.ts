import type { Fact } from '../model/analysis.js';
import type { Anchoring } from './anchor-candidate.js';
import { normaliseLine } from './read-quote.js';

/** A static check names its line itself: nothing has to be looked up, and nothing can be withheld for it. */
export function anchorFact({ candidate, lines, occurrence }: Fact): Anchoring {
  const { path, startLine, endLine } = candidate;
  return {
    path,
    location: { path, side: 'right', startLine, endLine, isNearDeletedCode: false },
    quoted: lines.map(normaliseLine),
    occurrence,
    withheld: null,
  };
}
