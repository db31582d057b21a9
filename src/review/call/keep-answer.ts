import type { Candidate } from '../model/finding.js';
import { joinCandidates } from './answer/read-findings.js';
import type { AnswerReading } from './answer/reading.js';
import type { CallState } from './call-state.js';

/** Keep what an answer held that is no review, so that nothing it found is lost with it. */
export function keepAnswer(call: CallState, reading: AnswerReading): void {
  if (reading.kind === 'prose') call.prose = reading.text;
  else call.partial = addMissing(reading.candidates, call.partial);
}

/** A second answer may leave out what the first one held: what is missing from it is added, nothing vanishes. */
export function addMissing(latest: readonly Candidate[], earlier: readonly Candidate[]): readonly Candidate[] {
  const keyOf = ({ path, title }: Candidate) => `${path}\n${title.toLowerCase()}`;
  const known = new Set(latest.map(keyOf));
  return joinCandidates(
    latest,
    earlier.filter((candidate) => !known.has(keyOf(candidate))),
  );
}
