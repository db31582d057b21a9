import { MAX_FINDINGS_PER_CALL } from '../../limits.js';
import type { Candidate } from '../../model/finding.js';
import { type ReadFinding, readFinding } from './read-finding.js';

/** Read all entries of a list. Those beyond the bound become one entry that says how many they were. */
export function readFindings(entries: readonly unknown[], callId: string): readonly Candidate[] {
  const beyond = entries.length - MAX_FINDINGS_PER_CALL;
  if (beyond <= 0) return entries.map((entry, index) => ({ callId, index, ...readFinding(entry) }));
  const read = entries.slice(0, MAX_FINDINGS_PER_CALL - 1).map(readFinding);
  return [...read, leftOut(beyond + 1)].map((finding, index) => ({ callId, index, ...finding }));
}

/** Number the entries of several lists of one call anew, in the order given. */
export function joinCandidates(...lists: readonly (readonly Candidate[])[]): readonly Candidate[] {
  return lists.flat().map((candidate, index) => ({ ...candidate, index }));
}

function leftOut(count: number): ReadFinding {
  const problem = `${count} more entries are beyond the ${MAX_FINDINGS_PER_CALL} that one answer may hold`;
  return { ...readFinding({ title: 'Entries beyond the limit', body: problem }), defect: problem };
}
