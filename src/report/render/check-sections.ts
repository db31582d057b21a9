import type { Report, Usage } from '../../review/index.js';
import { findingBlocks } from './check-findings.js';
import { clipChars, clipMarkdown } from './clip-bytes.js';
import { codeSpan } from './code-markdown.js';
import { counted, formatDuration, formatNumber, listSome } from './count-words.js';
import { type CoverageGroup, filesRead, groupCoverage, groupLabel } from './coverage-words.js';
import { escapeBlock, escapeInline } from './escape-markdown.js';
import { fillBlocks } from './fill-blocks.js';
import { withDecision } from './finding-order.js';
import { cleanLine } from './visible-text.js';

/** So that no single section can push the others out of a check run; together they stay below what the closing part may have. */
const MAX_SECTION_BYTES = 4_000;
const MAX_COVERAGE_BYTES = 12_000;
const MAX_ADVISORY_BYTES = 12_000;
const MAX_PATHS_A_ROW = 20;
const MAX_PATH_CHARS = 160;

/** A folded section. `summary` is our own plain text; a blank line ends GitHub's HTML block, so the body is Markdown. */
function details(summary: string, body: string, maxBytes = MAX_SECTION_BYTES): string {
  const clipped = clipMarkdown(body, maxBytes, '*The rest is left out: it is too long.*');
  return `<details><summary>${summary}</summary>\n\n${clipped}\n\n</details>`;
}

/** A pipe would end the cell even inside code. */
function pathCell(path: string, secrets: readonly string[]): string {
  return codeSpan(clipChars(cleanLine(path, secrets), MAX_PATH_CHARS).replaceAll('|', '\\u{7c}'));
}

function coverageRow(group: CoverageGroup, secrets: readonly string[]): string {
  const { paths, count } = group;
  const named = listSome(
    paths.map((path) => pathCell(path, secrets)),
    MAX_PATHS_A_ROW,
  );
  return `| ${groupLabel(group)} | ${formatNumber(count)} | ${named} |`;
}

function coverageSection({ coverage }: Report, secrets: readonly string[]): string {
  const groups = groupCoverage(coverage);
  if (groups.length === 0) return '';
  const rows = groups.map((group) => coverageRow(group, secrets));
  const table = ['| state | files | which |', '|---|---|---|', ...rows].join('\n');
  return details(`What was read: ${filesRead(coverage)}`, table, MAX_COVERAGE_BYTES);
}

function advisorySection({ findings }: Report, secrets: readonly string[]): string {
  const advisory = withDecision(findings, 'advisory');
  if (advisory.length === 0) return '';
  const { text, rest } = fillBlocks('', findingBlocks(advisory, secrets), MAX_ADVISORY_BYTES);
  const omitted = rest.length === 0 ? '' : `\n\n*${counted(rest.length, 'advisory finding')} left out here.*`;
  return details(`Advisory findings (${advisory.length})`, text + omitted, MAX_ADVISORY_BYTES + MAX_SECTION_BYTES);
}

function listSection(title: string, texts: readonly string[], secrets: readonly string[]): string {
  const items = texts.map((text) => escapeInline(text, secrets)).filter((item) => item !== '');
  return items.length === 0 ? '' : details(`${title} (${items.length})`, items.map((item) => `- ${item}`).join('\n'));
}

function riskParagraph({ residualRisk }: Report, secrets: readonly string[]): string {
  const risks = residualRisk.map((risk) => escapeInline(risk, secrets)).filter((risk) => risk !== '');
  if (risks.length === 0) return '';
  const text = `*Not covered by this review:* ${risks.join(' · ')}`;
  return clipMarkdown(text, MAX_SECTION_BYTES, '*The rest is left out: it is too long.*');
}

function textSection(title: string, text: string | null, secrets: readonly string[]): string {
  const body = text === null ? '' : escapeBlock(text, secrets);
  return body === '' ? '' : details(title, body);
}

/** `2 requests · 18,204 tokens in (9,100 cached), 1,022 out`; estimated counts say `about`. */
export function usageWords(usage: Usage): string {
  if (usage.requests === 0) return 'no model request';
  const about = usage.isEstimated ? 'about ' : '';
  const cached = usage.cachedInputTokens > 0 ? ` (${formatNumber(usage.cachedInputTokens)} cached)` : '';
  const tokens = `${about}${formatNumber(usage.inputTokens)} tokens in${cached}, ${formatNumber(usage.outputTokens)} out`;
  return `${counted(usage.requests, 'request')} · ${tokens}`;
}

function footer(report: Report, secrets: readonly string[]): string {
  const { evidence } = report;
  const ends = [
    ['head', evidence.headSha],
    ['base', evidence.baseSha],
    ['merge base', evidence.mergeBaseSha],
  ].flatMap(([name, sha]) => (sha == null ? [] : [`${name} ${codeSpan(cleanLine(sha, secrets))}`]));
  const facts = [
    `${report.mode} review`,
    codeSpan(clipChars(cleanLine(report.modelId, secrets), MAX_PATH_CHARS)),
    usageWords(report.usage),
    formatDuration(report.endedAtMs - report.startedAtMs),
    ...ends,
  ];
  return `<sub>${facts.filter((fact) => fact !== '').join(' · ')}</sub>`;
}

/** Everything that stands below the findings, in the order of a reader's interest. */
export function closingSections(report: Report, secrets: readonly string[]): readonly string[] {
  return [
    coverageSection(report, secrets),
    advisorySection(report, secrets),
    listSection('What to do next', report.remediation, secrets),
    riskParagraph(report, secrets),
    listSection('Notes', report.notes, secrets),
    textSection("The reviewer's summary", report.summary, secrets),
    textSection('What the reviewer wrote instead of a review', report.prose, secrets),
    footer(report, secrets),
  ].filter((section) => section !== '');
}
