import { type AnalyzerFinding, maskSecrets } from '../../review/index.js';
import type { FileFinding } from './check.js';

const MAX_TITLE_CHARS = 120;
const MAX_BODY_CHARS = 600;

/** Findings of one file as the port wants them: in order, each once, bounded, without line breaks and without secrets. */
export function toFindings(path: string, findings: readonly FileFinding[]): AnalyzerFinding[] {
  const byPlace = new Map<string, AnalyzerFinding>();
  for (const { ruleId, severity, category, startLine, endLine, title, body } of findings) {
    const key = `${startLine} ${ruleId}`;
    if (byPlace.has(key)) continue;
    const words = { title: plain(title, MAX_TITLE_CHARS), body: plain(body, MAX_BODY_CHARS) };
    byPlace.set(key, { ruleId, severity, category, path, startLine, endLine, ...words });
  }
  return [...byPlace.values()];
}

/** The order of a result: path, line, rule, compared by code units so that it is the same everywhere. */
export function compareFindings(one: AnalyzerFinding, other: AnalyzerFinding): number {
  return compareText(one.path, other.path) || one.startLine - other.startLine || compareText(one.ruleId, other.ruleId);
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Masked before it is cut: half a secret has no secret's shape. */
function plain(text: string, maxChars: number): string {
  const line = maskSecrets(text).replace(/\s+/g, ' ').trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
