import { createColors } from 'picocolors';
import {
  counted,
  countSeverities,
  type Finding,
  filesChecked,
  filesRead,
  isFullyReviewed,
  type Report,
} from '../../review/index.js';
import { shortSha } from './check-lead.js';
import { formatDuration, listSome, shortNumber } from './count-words.js';
import { type CoverageGroup, groupCoverage, groupLabel, limitationSentences, NO_MODEL } from './coverage-words.js';
import { withDecision } from './finding-order.js';
import { foldedWords, foldFindings } from './fold-findings.js';
import { isCheckedAlone, staticCheckWords } from './static-check-words.js';
import { findingLines, type Screen, wrapLines } from './terminal-finding.js';
import { cleanLine, cleanText } from './visible-text.js';
import { whatToDo } from './what-to-do.js';
import { countWithheld } from './withheld-words.js';

export type TerminalOptions = {
  /** Columns of the window. */
  readonly width: number;
  readonly useColor: boolean;
  /** Show what was withheld, the dials of every finding, and every one of the least severe. */
  readonly explain: boolean;
  readonly secrets?: readonly string[];
};

const MIN_WIDTH = 40;
const MAX_NAMED_PATHS = 8;

function plain(text: string | null, screen: Screen, indent = ''): string[] {
  const words = cleanText(text ?? '', screen.secrets).trim();
  return words === '' ? [] : wrapLines(words, screen.width, indent);
}

function movedLines(report: Report, screen: Screen): string[] {
  const { movement } = report;
  if (movement === null) return [];
  if (movement.kind === 'unreadable') return plain(`It could not be read again: ${movement.reason}`, screen);
  // A digest of a whole work tree tells a person nothing.
  const ends = movement.what === 'content' ? '' : `${shortSha(movement.from)} → ${shortSha(movement.to)}. `;
  return plain(`${ends}${whatToDo(report, 'command').join(' ')}`, screen);
}

/** What is weak is said first: the title, why, and what to do. A whole, current review with findings needs no title. */
function openingLines(report: Report, screen: Screen): string[] {
  const { coverage, verdict, failure } = report;
  const isWhole = isFullyReviewed(report) && !coverage.limitations.includes('narrowed');
  if (isWhole && verdict === 'findings') return [];
  const why = failure === null ? [] : plain(failure.message, screen);
  const help = report.movement === null ? whatToDo(report, 'command').map((step) => `help: ${step}`) : [];
  return [
    screen.colors.bold(cleanLine(report.title, screen.secrets)),
    ...movedLines(report, screen),
    ...why,
    ...help.flatMap((line) => plain(line, screen)),
  ];
}

function noticeLines(report: Report, screen: Screen): string[] {
  return [...limitationSentences(report.coverage), ...report.notices].flatMap((notice) => plain(notice, screen));
}

function findingBlock(findings: readonly Finding[], screen: Screen): string[] {
  const { counted: folded, shown } = foldFindings(findings, screen.explain);
  const rest = foldedWords(folded);
  return [
    ...shown.map((finding) => findingLines(finding, screen).join('\n')),
    ...(rest === '' ? [] : [plain(rest, screen).join('\n')]),
  ];
}

function titledBlock(title: string, findings: readonly Finding[], screen: Screen): string[] {
  return findings.length === 0 ? [] : [screen.colors.bold(title), ...findingBlock(findings, screen)];
}

function unreadLines({ coverage }: Report, screen: Screen): string[] {
  return (
    groupCoverage(coverage)
      // Without a model that is every file, and said above.
      .filter(({ kind, paths, reason }) => kind !== 'reviewed' && reason !== NO_MODEL && paths.length > 0)
      .flatMap((group) => plain(`${groupLabel(group)} · ${listSome(group.paths.map(lineOf), MAX_NAMED_PATHS)}`, screen))
      .map((line) => screen.colors.dim(line))
  );
}

function lineOf(path: string): string {
  return cleanLine(path);
}

function closingWords(report: Report, screen: Screen): string[] {
  const listed = (title: string, texts: readonly string[]): string[] =>
    texts.flatMap((text) => plain(`${title}: ${cleanText(text, screen.secrets).trim()}`, screen));
  return [
    ...listed('next', report.remediation),
    ...listed('not covered', report.residualRisk),
    ...(screen.explain ? [...listed('summary', report.summary === null ? [] : [report.summary])] : []),
    ...(screen.explain ? listed('note', report.notes) : []),
    ...listed('the reviewer wrote, instead of a review', report.prose === null ? [] : [report.prose]),
  ];
}

const STANDINGS = { accepted: 'accepted', unread: 'not read', partly_read: 'read in part' } as const;

function groupCount({ kind, reason, count }: CoverageGroup): string[] {
  return kind === 'reviewed' ? [] : [`${count} ${STANDINGS[kind]}: ${reason}`];
}

/** `1 high · 12 of 14 files read (1 accepted: lockfile) · current · 2 requests, 19k tokens, 41 s`: one line, whatever the window, so that it can be found by others. */
function countLine(report: Report, screen: Screen): string {
  const { coverage, usage } = report;
  const advisory = report.accounting.advisory;
  const standings = groupCoverage(coverage).flatMap(groupCount);
  const withheld = countWithheld(report.findings);
  const tokens = `${usage.isEstimated ? 'about ' : ''}${shortNumber(usage.inputTokens + usage.outputTokens)} tokens`;
  const facts = [
    countSeverities(
      withDecision(report.findings, 'published'),
      report.verdict === 'not_assessed' ? 'not reviewed' : undefined,
    ),
    ...(advisory > 0 ? [`${advisory} advisory`] : []),
    isCheckedAlone(report)
      ? `static checks of ${filesChecked(coverage, report.staticChecks)}, no model`
      : `${filesRead(coverage)} read${standings.length === 0 ? '' : ` (${standings.join(', ')})`}`,
    report.freshness,
    ...(withheld === null ? [] : [`${withheld}${screen.explain ? '' : ' (--explain shows them)'}`]),
    ...(screen.explain ? [staticCheckWords(report)].filter((words) => words !== '') : []),
    `${counted(usage.requests, 'request')}, ${tokens}, ${formatDuration(report.endedAtMs - report.startedAtMs)}`,
  ];
  return facts.join(' · ');
}

/** The report for a person at a terminal or a pipe: the worst first, one line of counts last. Ends with a line end. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const screen: Screen = {
    width: Math.max(MIN_WIDTH, options.width),
    colors: createColors(options.useColor),
    secrets: options.secrets ?? [],
    explain: options.explain,
  };
  const withheld = options.explain ? withDecision(report.findings, 'withheld') : [];
  const blocks = [
    openingLines(report, screen).join('\n'),
    ...findingBlock(withDecision(report.findings, 'published'), screen),
    ...titledBlock('advisory, below the minimum severity', withDecision(report.findings, 'advisory'), screen),
    ...titledBlock('withheld, with the reason', withheld, screen),
    [...closingWords(report, screen), ...noticeLines(report, screen), ...unreadLines(report, screen)].join('\n'),
    countLine(report, screen),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
