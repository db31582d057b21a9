import { type Finding, maskSecrets, type Severity, shorten } from '../../review/index.js';
import { clipBytes } from './clip-bytes.js';
import { groupFindings, hasLines, withDecision } from './finding-order.js';
import { findingText } from './finding-text.js';
import { cleanLine, cleanText, showInvisible } from './visible-text.js';

/** GitHub takes 50 a request: four requests, far below its 80 writes a minute, and more than anybody reads on lines. */
export const MAX_ANNOTATIONS = 200;
/** GitHub's bound is 64 KB for a message and for details, 255 characters for a title. */
const MAX_MESSAGE_BYTES = 64_000;
const MAX_DETAILS_BYTES = 64_000;
const MAX_TITLE_CHARS = 255;

const LEVELS: Readonly<Record<Severity, CheckAnnotation['annotation_level']>> = {
  critical: 'failure',
  high: 'failure',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
};

/** One annotation as GitHub takes it. Plain text, not Markdown; no columns, because a finding is about lines. */
export type CheckAnnotation = {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: 'failure' | 'warning' | 'notice';
  readonly message: string;
  readonly title: string;
  readonly raw_details?: string;
};

/** GitHub needs the exact path; one that is empty or holds something invisible is shown in the text only. */
function isAnnotatable({ location }: Finding): boolean {
  if (location === null) return false;
  const { path } = location;
  return hasLines(location) && path.trim() !== '' && showInvisible(path) === path;
}

function messageOf(finding: Finding, secrets: readonly string[]): string {
  const text = findingText(finding, secrets);
  const message = text === '' ? cleanLine(finding.title, secrets) : text;
  return clipBytes(message === '' ? 'The reviewer gave no description.' : message, MAX_MESSAGE_BYTES);
}

function toAnnotation(finding: Finding, secrets: readonly string[]): CheckAnnotation[] {
  const { location } = finding;
  if (location === null || !isAnnotatable(finding)) return [];
  const quote = cleanText(finding.evidence, secrets);
  return [
    {
      path: maskSecrets(location.path, secrets),
      start_line: location.startLine,
      end_line: location.endLine,
      annotation_level: LEVELS[finding.severity],
      message: messageOf(finding, secrets),
      title: shorten(`${finding.id} · ${cleanLine(finding.title, secrets)}`, MAX_TITLE_CHARS),
      ...(quote.trim() === '' ? {} : { raw_details: clipBytes(quote, MAX_DETAILS_BYTES) }),
    },
  ];
}

/** Annotations of the published findings, worst first, at most `MAX_ANNOTATIONS`. `left` counts findings with a line that got none. */
export function toAnnotations(
  findings: readonly Finding[],
  secrets: readonly string[],
): { readonly annotations: readonly CheckAnnotation[]; readonly left: number } {
  const ordered = groupFindings(withDecision(findings, 'published')).flatMap((group) => group.findings);
  const annotatable = ordered.filter(isAnnotatable);
  return {
    annotations: annotatable.slice(0, MAX_ANNOTATIONS).flatMap((finding) => toAnnotation(finding, secrets)),
    left: Math.max(0, annotatable.length - MAX_ANNOTATIONS),
  };
}
