import {
  type Completion,
  type Conclusion,
  counted,
  type Report,
  type SiblingConclusion,
  shorten,
  worstConclusion,
} from '../../review/index.js';
import { type CheckAnnotation, toAnnotations } from './check-annotations.js';
import { findingBlocks } from './check-findings.js';
import { leadParagraphs } from './check-lead.js';
import { closingSections } from './check-sections.js';
import { byteLength, clipMarkdown } from './clip-bytes.js';
import { historyLine } from './describe-history.js';
import { escapeInline } from './escape-markdown.js';
import { fillBlocks } from './fill-blocks.js';
import { withDecision } from './finding-order.js';
import { cleanLine } from './visible-text.js';

/** GitHub's own bound for `summary` and for `text`, in bytes of UTF-8. */
export const MAX_OUTPUT_BYTES = 65_535;
/** Room that is left in every summary for a publisher's note about annotations that were refused. */
export const NOTE_BYTES = 1_000;
const MAX_LEAD_BYTES = 24_000;
/** Of the text; findings that overflow the summary have what remains. */
const MAX_CLOSING_BYTES = 46_000;
const MAX_TITLE_CHARS = 120;

/** A finished check run, ready to be sent. `summary` is never empty; it and `text` have at most 65,535 bytes. */
export type CheckRunOutput = {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly conclusion: Conclusion;
  readonly annotations: readonly CheckAnnotation[];
};

export type CheckRunOptions = {
  /** Outcomes of the other open pull requests with this head: each is named, the worst conclusion counts. */
  readonly others?: readonly SiblingConclusion[];
  /** Whether there are any could not be read: then the check may not claim success for all. */
  readonly areOthersUnknown?: boolean;
  /** One line of the caller's own Markdown for the end: how to see more. */
  readonly detailsNote?: string | undefined;
  /** Masked verbatim wherever they appear. */
  readonly secrets?: readonly string[];
};

function titleOf(title: string, conclusion: Conclusion, options: CheckRunOptions): string {
  const own = cleanLine(title, options.secrets);
  const worse = (options.others ?? []).find((other) => other.conclusion === conclusion);
  const words =
    worse === undefined ? '' : ` · #${worse.pullRequest}: ${cleanLine(worse.title ?? conclusion, options.secrets)}`;
  return shorten(own + words || 'Review', MAX_TITLE_CHARS);
}

const OTHERS_UNKNOWN =
  'Whether this commit is also the head of other pull requests could not be read, so this check does not claim success for all.';

/** The worst of all that this check speaks for; no success for those that are not known. */
function conclusionOf(own: Conclusion, { others = [], areOthersUnknown = false }: CheckRunOptions): Conclusion {
  const worst = worstConclusion([own, ...others.map((other) => other.conclusion)]);
  return areOthersUnknown && worst === 'success' ? 'neutral' : worst;
}

function leftOnLines(left: number, shown: number): string {
  return left === 0
    ? ''
    : `${counted(shown, 'finding')} are shown on their lines; ${counted(left, 'more finding')} stand only here.`;
}

function renderReport(report: Report, options: CheckRunOptions): CheckRunOutput {
  const { others = [], secrets = [], detailsNote } = options;
  const { annotations, left } = toAnnotations(report.findings, secrets);
  const published = withDecision(report.findings, 'published');
  const conclusion = conclusionOf(report.conclusion, options);
  const isDoubted = options.areOthersUnknown === true && conclusion !== report.conclusion;
  const lead = [
    ...leadParagraphs(report, others, secrets, 'comment'),
    historyLine(report),
    isDoubted ? OTHERS_UNKNOWN : '',
    leftOnLines(left, annotations.length),
  ];
  const leadText = clipMarkdown(
    lead.filter((paragraph) => paragraph !== '').join('\n\n'),
    MAX_LEAD_BYTES,
    '*More is left out here: it is too long.*',
  );
  const room = MAX_OUTPUT_BYTES - 2 * NOTE_BYTES;
  const summary = fillBlocks(leadText, findingBlocks(published, { secrets }), room);
  const closing = clipMarkdown(
    [...closingSections(report, secrets), detailsNote ?? ''].filter((section) => section !== '').join('\n\n'),
    MAX_CLOSING_BYTES,
    '*More is left out here: it is too long.*',
  );
  const text = fillBlocks('', summary.rest, room - byteLength(closing));
  const below = summary.rest.length === 0 ? [] : [`*${counted(summary.rest.length, 'more finding')} below.*`];
  const omitted = text.rest.length === 0 ? [] : [omittedSentence(text.rest.length)];
  return {
    title: titleOf(report.title, conclusion, conclusion === report.conclusion ? { secrets } : options),
    summary: [summary.text, ...below, ...omitted].join('\n\n'),
    text: [text.text, ...omitted, closing].filter((part) => part !== '').join('\n\n'),
    conclusion,
    annotations,
  };
}

function omittedSentence(count: number): string {
  return `**${counted(count, 'finding')} left out of this page: a check run cannot hold more text.**`;
}

/** Turn the end of a run into what GitHub takes. Nothing a model or author wrote is live in it. */
export function renderCheckRun(completion: Completion, options: CheckRunOptions = {}): CheckRunOutput {
  if (completion.kind === 'report') return renderReport(completion.report, options);
  const { others = [], secrets = [] } = options;
  const lines = completion.lines.map((line) => escapeInline(line, secrets)).filter((line) => line !== '');
  const named = others.map((other) => `#${other.pullRequest}: ${other.conclusion}`);
  const told = named.length === 0 ? lines : [...lines, `Other open pull requests with this head: ${named.join('; ')}.`];
  const conclusion = conclusionOf(completion.conclusion, options);
  const title = titleOf(completion.title, conclusion, conclusion === completion.conclusion ? { secrets } : options);
  const summary = told.length === 0 ? escapeInline(title) : told.join('\n\n');
  return {
    title,
    summary: clipMarkdown(summary, MAX_OUTPUT_BYTES - NOTE_BYTES, '*The rest is left out: it is too long.*'),
    text: options.detailsNote ?? '',
    conclusion,
    annotations: [],
  };
}

/** Append a sentence of our own to a summary; the summary gives way where there is no room. */
export function withNote(summary: string, note: string): string {
  const room = MAX_OUTPUT_BYTES - byteLength(note) - 2;
  return `${clipMarkdown(summary, room, '*The rest is left out: it is too long.*')}\n\n${note}`;
}
