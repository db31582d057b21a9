import { clip } from '../clip.js';
import { MAX_BODY_CHARS, MAX_FINDINGS_PER_CALL, MAX_TITLE_CHARS } from '../limits.js';
import { maskSecrets } from '../mask-secrets.js';
import type { Fact } from '../model/analysis.js';
import type { AnalyzerFinding, AnalyzerResult, HeadFile } from '../ports/index.js';
import { severityRank } from '../settle/index.js';
import { counted } from '../words.js';

/** A rule matched; whether it matters here nobody has looked at. */
const CONFIDENCE = 0.9;

/**
 * Turn what a check said into candidates with their place. What is not about an added line of a file it was given is not of
 * this change and left out; a range ends with its stretch of added lines.
 */
export function toFacts(
  { analyzerId, findings }: AnalyzerResult,
  headFiles: readonly HeadFile[],
  secrets: readonly string[],
): { readonly facts: readonly Fact[]; readonly notices: readonly string[] } {
  const files = new Map(headFiles.map((file) => [file.path, { ...file, lines: linesOf(file.text) }]));
  const worstFirst = findings.toSorted((left, right) => severityRank(left.severity) - severityRank(right.severity));
  const left = worstFirst.length - MAX_FINDINGS_PER_CALL;
  const facts = worstFirst.slice(0, MAX_FINDINGS_PER_CALL).flatMap((finding, index) => {
    const file = files.get(finding.path);
    const stretch = file?.addedLines.find(({ start, end }) => start <= finding.startLine && finding.startLine <= end);
    if (file === undefined || stretch === undefined) return [];
    const endLine = Math.min(Math.max(finding.startLine, finding.endLine), stretch.end);
    const lines = file.lines.slice(finding.startLine - 1, endLine);
    return [
      {
        candidate: toCandidate(
          { ...finding, endLine },
          { check: `${analyzerId}/${finding.ruleId}`, index, lines, secrets },
        ),
        lines: lines.map((line) => maskSecrets(line, secrets)),
        occurrence: file.lines.slice(0, finding.startLine - 1).filter((line) => line === lines[0]).length,
      },
    ];
  });
  return {
    facts,
    notices: left > 0 ? [`Static check ${analyzerId}: ${counted(left, 'less severe finding')} left out.`] : [],
  };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/\r$/, ''));
}

function toCandidate(
  finding: AnalyzerFinding,
  from: {
    readonly check: string;
    readonly index: number;
    readonly lines: readonly string[];
    readonly secrets: readonly string[];
  },
): Fact['candidate'] {
  const { severity, category, path, startLine, endLine, title, body } = finding;
  const say = (text: string, maxChars: number) => clip(maskSecrets(text, from.secrets), maxChars);
  return {
    callId: `static:${from.check}`,
    index: from.index,
    severity,
    confidence: CONFIDENCE,
    category,
    path,
    startLine,
    endLine,
    title: say(title, MAX_TITLE_CHARS),
    body: say(`${withoutTitle(body, title)} (${from.check})`.trim(), MAX_BODY_CHARS),
    evidence: say(from.lines.join('\n'), MAX_BODY_CHARS),
    trigger: null,
    suggestion: null,
    rule: null,
    claims: [],
    defect: null,
  };
}

/** Many tools say the same sentence twice: once as their message, once as the beginning of the explanation. */
function withoutTitle(body: string, title: string): string {
  const bare = title.replace(/[.…]$/, '');
  return body.startsWith(bare) ? body.slice(bare.length).replace(/^[.…]?\s*/, '') : body;
}
