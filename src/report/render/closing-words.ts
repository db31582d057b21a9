import { counted, formatNumber, type Report, shorten, type Usage } from '../../review/index.js';
import { codeSpan } from './code-markdown.js';
import { formatDuration } from './count-words.js';
import { escapeBlock, escapeInline } from './escape-markdown.js';
import { staticCheckWords } from './static-check-words.js';
import { cleanLine } from './visible-text.js';

const MAX_MODEL_CHARS = 160;

export const TITLES = {
  next: 'What to do next',
  risks: 'Not covered by this review',
  notes: 'Notes',
  summary: "The reviewer's summary",
  prose: 'What the reviewer wrote instead of a review',
} as const;

/** What stands below the findings, as Markdown that is not bounded yet. Empty where there is nothing to say. */
export type ClosingWords = {
  readonly next: readonly string[];
  readonly risks: readonly string[];
  readonly notes: readonly string[];
  readonly summary: string;
  readonly prose: string;
  /** Mode, model, cost and the commits, on one line. */
  readonly facts: string;
};

function itemsOf(texts: readonly string[], secrets: readonly string[]): readonly string[] {
  return texts.map((text) => escapeInline(text, secrets)).filter((item) => item !== '');
}

/** `2 requests · 18,204 tokens in (9,100 cached), 1,022 out`; estimated counts say `about`. */
function usageWords(usage: Usage): string {
  if (usage.requests === 0) return 'no model request';
  const about = usage.isEstimated ? 'about ' : '';
  const cached = usage.cachedInputTokens > 0 ? ` (${formatNumber(usage.cachedInputTokens)} cached)` : '';
  const tokens = `${about}${formatNumber(usage.inputTokens)} tokens in${cached}, ${formatNumber(usage.outputTokens)} out`;
  return `${counted(usage.requests, 'request')} · ${tokens}`;
}

function factsOf(report: Report, secrets: readonly string[]): string {
  const { evidence } = report;
  const ends = [
    ['head', evidence.headSha],
    ['base', evidence.baseSha],
    ['merge base', evidence.mergeBaseSha],
  ].flatMap(([name, sha]) => (sha == null ? [] : [`${name} ${codeSpan(cleanLine(sha, secrets))}`]));
  const facts = [
    `${report.mode} review`,
    report.modelId === null ? '' : codeSpan(shorten(cleanLine(report.modelId, secrets), MAX_MODEL_CHARS)),
    staticCheckWords(report),
    usageWords(report.usage),
    formatDuration(report.endedAtMs - report.startedAtMs),
    ...ends,
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

/** Escape what a reviewer said besides its findings, and say what the run cost. */
export function closingWords(report: Report, secrets: readonly string[]): ClosingWords {
  return {
    next: itemsOf(report.remediation, secrets),
    risks: itemsOf(report.residualRisk, secrets),
    notes: itemsOf(report.notes, secrets),
    summary: escapeBlock(report.summary ?? '', secrets),
    prose: escapeBlock(report.prose ?? '', secrets),
    facts: factsOf(report, secrets),
  };
}
