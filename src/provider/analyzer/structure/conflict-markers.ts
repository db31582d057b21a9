import type { ToolFinding } from '../check.js';

/** What a merge leaves in a file, in this order. A row of equal signs alone is a heading in many languages. */
const MARKERS = [/^<{7} \S/, /^={7}\r?$/, /^>{7} \S/] as const;

/** Find conflicts that were committed: all three markers, each at the start of its line. */
export function findConflictMarkers(text: string): ToolFinding[] {
  if (!text.includes('<<<<<<< ')) return [];
  const findings: ToolFinding[] = [];
  let found: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (MARKERS[0].test(line)) found = [index + 1];
    else if (found.length > 0 && MARKERS[found.length]?.test(line)) found.push(index + 1);
    if (found.length < MARKERS.length) continue;
    findings.push(toToolFinding(found));
    found = [];
  }
  return findings;
}

function toToolFinding(lines: readonly number[]): ToolFinding {
  return {
    ruleId: 'merge-conflict',
    severity: 'high',
    category: 'correctness',
    title: 'Merge conflict left in the file',
    body: 'Both sides of a merge and the markers between them were committed. Decide for one side and remove the markers.',
    places: lines.map((line) => ({ start: line, end: line })),
  };
}
