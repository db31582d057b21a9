import {
  counted,
  countSeverities,
  filesRead,
  MOVED_WORDS,
  type Report,
  type SiblingConclusion,
} from '../../review/index.js';
import { countAdvisory } from './advisory-words.js';
import { codeSpan } from './code-markdown.js';
import { type CoverageGroup, groupCoverage, groupLabel, limitationSentences } from './coverage-words.js';
import { escapeInline } from './escape-markdown.js';
import { withDecision } from './finding-order.js';
import { isCheckedAlone } from './static-check-words.js';
import { cleanLine } from './visible-text.js';
import { type Asking, whatToDo } from './what-to-do.js';
import { countWithheld } from './withheld-words.js';

/** Paths named in a sentence; the table has more. */
const MAX_NAMED_PATHS = 3;

/** Seven digits of a commit, anything else as it is. */
export function shortSha(sha: string): string {
  return /^[0-9a-f]{40}$/.test(sha) ? sha.slice(0, 7) : sha;
}

function code(text: string, secrets: readonly string[]): string {
  return codeSpan(cleanLine(shortSha(text), secrets));
}

function movedSentence({ movement, evidence }: Report, secrets: readonly string[]): string {
  if (movement === null) return '';
  if (movement.kind === 'unreadable') {
    const reason = escapeInline(movement.reason, secrets);
    return `**Unknown.** Whether the target moved during the review could not be read: ${reason}`;
  }
  const head = evidence.headSha === null ? '' : ` What follows is about ${code(evidence.headSha, secrets)}.`;
  const ends =
    movement.what === 'content' ? '' : ` from ${code(movement.from, secrets)} to ${code(movement.to, secrets)}`;
  return `**Stale.** ${upperFirst(MOVED_WORDS[movement.what])}${ends} during the review.${head}`;
}

function groupWords(group: CoverageGroup, secrets: readonly string[]): string {
  const named = group.paths.slice(0, MAX_NAMED_PATHS).map((path) => code(path, secrets));
  const rest = group.count - named.length;
  const more = rest > 0 ? [counted(rest, named.length === 0 ? 'file' : 'more file')] : [];
  return `${groupLabel(group)} (${[...named, ...more].join(', ')})`;
}

function limitedSentence({ coverage }: Report, secrets: readonly string[]): string {
  if (coverage.state !== 'limited') return '';
  const groups = groupCoverage(coverage).filter(({ kind }) => kind === 'unread' || kind === 'partly_read');
  const parts = groups.map((group) => groupWords(group, secrets));
  return `**Limited.** ${parts.length === 0 ? 'Not everything could be assessed' : upperFirst(parts.join('; '))}.`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function failedSentence({ coverage, failure }: Report, secrets: readonly string[]): string {
  if (coverage.state !== 'failed') return '';
  return `**Not reviewed.** ${failure === null ? 'Nothing of the change was assessed.' : escapeInline(failure.message, secrets)}`;
}

/** `Reviewed `3f2c9e1` against `main` (merge base `a81d0c4`), 12 of 14 files, current.` */
function reviewedSentence(report: Report, secrets: readonly string[]): string {
  const { evidence, coverage, freshness } = report;
  const head = code(evidence.headSha ?? report.label, secrets);
  const baseName = evidence.baseRef ?? evidence.baseSha;
  const against = baseName === null ? '' : ` against ${code(baseName, secrets)}`;
  const mergeBase = evidence.mergeBaseSha === null ? '' : ` (merge base ${code(evidence.mergeBaseSha, secrets)})`;
  if (isCheckedAlone(report)) return `Static checks looked at ${head}${against}${mergeBase}, ${freshness}.`;
  const verb = coverage.state === 'failed' ? 'This was about' : 'Reviewed';
  return `${verb} ${head}${against}${mergeBase}, ${filesRead(coverage)}, ${freshness}.`;
}

function countsSentence(report: Report): string {
  const published = withDecision(report.findings, 'published');
  if (published.length > 0) return `**${countSeverities(published)}.** `;
  return report.verdict === 'no_findings' ? '**No findings in what was read.** ' : '';
}

function advisorySentence(report: Report): string {
  const words = countAdvisory(report.findings);
  return words === '' ? '' : `${words}, listed further down.`;
}

function othersSentence(report: Report, others: readonly SiblingConclusion[], secrets: readonly string[]): string {
  if (others.length === 0) return '';
  const named = others.map(({ pullRequest, conclusion, title }) => {
    const words = title === null ? '' : ` (${escapeInline(title, secrets)})`;
    return `#${pullRequest}: ${conclusion}${words}`;
  });
  const label = escapeInline(report.label, secrets);
  return `This commit is the head of several open pull requests, and this check speaks for all. ${label}: ${report.conclusion}; ${named.join('; ')}.`;
}

/** The first paragraphs of a finished review: what is weak and what to do, then what was found, then what else a reader must know. */
export function leadParagraphs(
  report: Report,
  others: readonly SiblingConclusion[],
  secrets: readonly string[],
  asking: Asking,
): readonly string[] {
  const withheld = countWithheld(report.findings);
  return [
    failedSentence(report, secrets),
    movedSentence(report, secrets),
    limitedSentence(report, secrets),
    whatToDo(report, asking)
      .map((sentence) => escapeInline(sentence, secrets))
      .join(' '),
    countsSentence(report) + reviewedSentence(report, secrets),
    othersSentence(report, others, secrets),
    [...limitationSentences(report.coverage), ...report.notices]
      .map((notice) => `• ${escapeInline(notice, secrets)}`)
      .join('  \n'),
    [advisorySentence(report), withheld === null ? '' : `${withheld}.`].filter((part) => part !== '').join(' '),
  ].filter((paragraph) => paragraph !== '');
}
