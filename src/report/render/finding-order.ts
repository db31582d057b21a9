import { type Finding, type Location, SEVERITIES, type Severity } from '../../review/index.js';

/** Findings of one severity that share a root cause, in the order of the report. Never empty. */
export type FindingGroup = { readonly severity: Severity; readonly findings: readonly [Finding, ...Finding[]] };

/** The findings with one decision, in the order of the report. */
export function withDecision(findings: readonly Finding[], state: Finding['decision']['state']): readonly Finding[] {
  return findings.filter(({ decision }) => decision.state === state);
}

/** Group by severity, worst first, then by root cause; never by who reported it. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  return SEVERITIES.flatMap((severity) => {
    const groups = new Map<string, [Finding, ...Finding[]]>();
    for (const finding of findings.filter((one) => one.severity === severity)) {
      const group = groups.get(finding.groupKey);
      if (group === undefined) groups.set(finding.groupKey, [finding]);
      else group.push(finding);
    }
    return [...groups.values()].map((group) => ({ severity, findings: group }));
  });
}

/** `src/a.ts:10`, `src/a.ts:10-12`, or the path alone when the finding has no line. */
export function placeOf(at: Pick<Finding, 'path' | 'location'>): string {
  if (at.location === null) return at.path;
  const { path, startLine, endLine } = at.location;
  return endLine > startLine ? `${path}:${startLine}-${endLine}` : `${path}:${startLine}`;
}

/** Whether a place has lines that others can point at: 1-based, the end not before the start. */
export function hasLines({ startLine, endLine }: Location): boolean {
  return Number.isInteger(startLine) && Number.isInteger(endLine) && startLine >= 1 && endLine >= startLine;
}
