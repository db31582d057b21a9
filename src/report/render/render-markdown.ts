import type { Finding, Report } from '../../review/index.js';
import { counted, filesRead, formatNumber } from '../../review/index.js';
import { type FindingLook, findingBlocks } from './check-findings.js';
import { leadParagraphs } from './check-lead.js';
import { closingWords, TITLES } from './closing-words.js';
import { codeSpan } from './code-markdown.js';
import { type CoverageGroup, groupCoverage, groupLabel, weakestFirst } from './coverage-words.js';
import { historyLine, historyLists } from './describe-history.js';
import { escapeInline } from './escape-markdown.js';
import { fillBlocks } from './fill-blocks.js';
import { withDecision } from './finding-order.js';
import { cleanLine } from './visible-text.js';

export type MarkdownOptions = {
  /** Show what was withheld, and the dials of every finding. */
  readonly explain: boolean;
  /** Masked verbatim wherever they appear. */
  readonly secrets?: readonly string[];
};

function titled(title: string, body: string): string {
  return body === '' ? '' : `## ${title}\n\n${body}`;
}

function listed(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function findingsSection(title: string, findings: readonly Finding[], look: FindingLook): string {
  return titled(title, fillBlocks('', findingBlocks(findings, look), Number.POSITIVE_INFINITY).text);
}

function groupItem(group: CoverageGroup, secrets: readonly string[]): string {
  const { paths, count } = group;
  const unnamed = count - paths.length;
  const lines = [
    ...paths.map((path) => codeSpan(cleanLine(path, secrets)) || 'a file without a name'),
    ...(unnamed > 0 ? [counted(unnamed, paths.length > 0 ? 'more file' : 'file')] : []),
  ];
  return [`- ${groupLabel(group)} (${formatNumber(count)})`, ...lines.map((line) => `  - ${line}`)].join('\n');
}

/** Every changed file by name, the weak points first. */
function coverageSection({ coverage }: Report, secrets: readonly string[]): string {
  const items = weakestFirst(groupCoverage(coverage)).map((group) => groupItem(group, secrets));
  return titled(`What was read: ${filesRead(coverage)}`, items.join('\n'));
}

/**
 * The whole report as one Markdown document for a file: what is weak and what to do first, then the findings, worst
 * first, every one in full and with its quote, then what was read and what not, residual risk, cost and commits. The words
 * are those of the check run, without its bounds and without HTML, so that it can be read raw. Nothing a model or author
 * wrote is live in it; credentials are masked. Equal reports have equal bytes; ends with a line end.
 */
export function renderMarkdown(report: Report, options: MarkdownOptions): string {
  const { explain, secrets = [] } = options;
  const look = { secrets, maxBytes: Number.POSITIVE_INFINITY, hasQuotes: true, hasDials: explain };
  const [published, advisory, withheld] = (['published', 'advisory', 'withheld'] as const).map((state) =>
    withDecision(report.findings, state),
  );
  const words = closingWords(report, secrets);
  const parts = [
    `# ${escapeInline(report.title, secrets) || 'Review'}`,
    ...leadParagraphs(report, [], secrets, 'command'),
    historyLine(report),
    findingsSection('Findings', published ?? [], look),
    coverageSection(report, secrets),
    findingsSection(`Advisory findings (${advisory?.length ?? 0})`, advisory ?? [], look),
    ...historyLists(report, secrets).map(({ items, title }) => titled(title, listed(items))),
    explain ? findingsSection(`Withheld, with the reason (${withheld?.length ?? 0})`, withheld ?? [], look) : '',
    titled(TITLES.next, listed(words.next)),
    titled(TITLES.risks, listed(words.risks)),
    titled(TITLES.notes, listed(words.notes)),
    titled(TITLES.summary, words.summary),
    titled(TITLES.prose, words.prose),
    `---\n\n${words.facts}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
