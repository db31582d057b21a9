import { counted, filesRead, formatNumber, type Report, shorten } from '../../review/index.js';
import { findingBlocks } from './check-findings.js';
import { clipMarkdown } from './clip-bytes.js';
import { closingWords, TITLES } from './closing-words.js';
import { codeSpan } from './code-markdown.js';
import { listSome } from './count-words.js';
import { type CoverageGroup, groupCoverage, groupLabel } from './coverage-words.js';
import { historyLists } from './describe-history.js';
import { fillBlocks } from './fill-blocks.js';
import { withDecision } from './finding-order.js';
import { cleanLine } from './visible-text.js';

/** So that no single section can push the others out of a check run; together they stay below what the closing part may have. */
const MAX_SECTION_BYTES = 4_000;
const MAX_COVERAGE_BYTES = 12_000;
const MAX_ADVISORY_BYTES = 12_000;
const MAX_PATHS_A_ROW = 20;
const MAX_PATH_CHARS = 160;
const CUT = '*The rest is left out: it is too long.*';

/** A folded section. `summary` is our own plain text; a blank line ends GitHub's HTML block, so the body is Markdown. */
function details(summary: string, body: string, maxBytes = MAX_SECTION_BYTES): string {
  return `<details><summary>${summary}</summary>\n\n${clipMarkdown(body, maxBytes, CUT)}\n\n</details>`;
}

/** A pipe would end the cell even inside code. */
function pathCell(path: string, secrets: readonly string[]): string {
  return codeSpan(shorten(cleanLine(path, secrets), MAX_PATH_CHARS).replaceAll('|', '\\u{7c}'));
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
  const { text, rest } = fillBlocks('', findingBlocks(advisory, { secrets }), MAX_ADVISORY_BYTES);
  const omitted = rest.length === 0 ? '' : `\n\n*${counted(rest.length, 'advisory finding')} left out here.*`;
  return details(`Advisory findings (${advisory.length})`, text + omitted, MAX_ADVISORY_BYTES + MAX_SECTION_BYTES);
}

function listSection(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : details(`${title} (${items.length})`, items.map((item) => `- ${item}`).join('\n'));
}

function riskParagraph(risks: readonly string[]): string {
  if (risks.length === 0) return '';
  return clipMarkdown(`*${TITLES.risks}:* ${risks.join(' · ')}`, MAX_SECTION_BYTES, CUT);
}

function textSection(title: string, body: string): string {
  return body === '' ? '' : details(title, body);
}

/** Everything that stands below the findings, in the order of a reader's interest. */
export function closingSections(report: Report, secrets: readonly string[]): readonly string[] {
  const words = closingWords(report, secrets);
  return [
    coverageSection(report, secrets),
    advisorySection(report, secrets),
    ...historyLists(report, secrets).map(({ items, title }) =>
      details(title, items.map((item) => `- ${item}`).join('\n')),
    ),
    listSection(TITLES.next, words.next),
    riskParagraph(words.risks),
    listSection(TITLES.notes, words.notes),
    textSection(TITLES.summary, words.summary),
    textSection(TITLES.prose, words.prose),
    `<sub>${words.facts}</sub>`,
  ].filter((section) => section !== '');
}
