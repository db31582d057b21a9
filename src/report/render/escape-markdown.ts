import { codeBlock, codeSpan } from './code-markdown.js';
import { cleanLine, cleanText } from './visible-text.js';

/** Entities where a backslash would leave the character itself in the source (`<!--`, a stray backtick, `$` of a formula). */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '`': '&grave;',
  $: '&dollar;',
};

/**
 * GitHub turns these into mentions, references and links after Markdown is rendered, so escaping does not help; only
 * code is left alone.
 */
const LIVE = /@|#\d|:\/\/|www\.|\bGH-\d|mailto:|xmpp:/i;
const SENTENCE_MARKS = /^([("'[{<]*)(.*?)([.,;:!?)"'\]}>]*)$/s;

function escapePlain(text: string): string {
  return text.replace(/[&<>`$\\*_[\]~|]/g, (mark) => ENTITIES[mark] ?? `\\${mark}`);
}

/** A word that would become a link or a mention is shown as code, the sentence's own punctuation outside. */
function escapeWord(word: string): string {
  const [, before = '', core = '', after = ''] = SENTENCE_MARKS.exec(word) ?? [];
  return LIVE.test(core) ? escapePlain(before) + codeSpan(core) + escapePlain(after) : escapePlain(word);
}

function escapeWords(text: string): string {
  return text.replace(/\S+/g, escapeWord);
}

/** Two code spans that touch would be read as one. */
function join(left: string, right: string): string {
  return left.endsWith('`') && right.startsWith('`') ? `${left} ${right}` : left + right;
}

type Run = { readonly start: number; readonly length: number };

/** The next run of backticks of the same length: what CommonMark pairs it with. */
function partnerOf(runs: readonly Run[], index: number): Run | undefined {
  for (let later = index + 1; later < runs.length; later += 1) {
    if (runs[later]?.length === runs[index]?.length) return runs[later];
  }
  return undefined;
}

/** Keep inline code of one line as code and escape everything else. A backtick without a partner is only a character. */
function escapeSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map((run) => ({ start: run.index, length: run[0].length }));
  const lastOfLength = new Map(runs.map((run, index) => [run.length, index]));
  let out = '';
  let done = 0;
  for (const [index, open] of runs.entries()) {
    const hasPartner = open.start >= done && (lastOfLength.get(open.length) ?? 0) > index;
    const close = hasPartner ? partnerOf(runs, index) : undefined;
    if (close === undefined) continue;
    out = join(out, escapeWords(line.slice(done, open.start)));
    out = join(out, codeSpan(line.slice(open.start + open.length, close.start).trim()));
    done = close.start + close.length;
  }
  return join(out, escapeWords(line.slice(done)));
}

/** Nothing at the start of a line may open a heading, a list, a rule, a table or a quote. */
function escapeLine(line: string): string {
  const bullet = /^[-*+]\s+(.*)$/s.exec(line);
  if (bullet !== null) return `• ${escapeSpans(bullet[1] ?? '')}`;
  return escapeSpans(line)
    .replace(/^[#\-+=:]/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

function escapeParagraphs(lines: readonly string[]): string[] {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n').filter((line) => line !== ''))
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.map(escapeLine).join('  \n'));
}

type Fence = { readonly mark: string; readonly language: string };

function openingFence(line: string): Fence | null {
  const [, mark = '', info = ''] = /^\s{0,3}(`{3,}|~{3,})\s*([^`\s]*)[^`]*$/.exec(line) ?? [];
  return mark === '' ? null : { mark, language: info };
}

function closesFence(line: string, fence: Fence): boolean {
  const text = line.trim();
  return text.length >= fence.mark.length && text === (fence.mark[0] ?? '').repeat(text.length);
}

/**
 * Turn untrusted text into one line of Markdown that shows it: no mention, reference, image, link, HTML, hidden or
 * invisible character is live, and nothing in it can change the layout around it. Credentials are masked. Inline code
 * stays inline code.
 */
export function escapeInline(text: string, secrets: readonly string[] = []): string {
  return escapeLine(cleanLine(text, secrets));
}

/** A run of lines that are code (with the word after the fence) or prose (`fence` is null). */
type Segment = { readonly fence: Fence | null; readonly lines: string[] };

/** Split text at its fences; a fence that is never closed reaches to the end. */
function splitAtFences(text: string): readonly Segment[] {
  let current: Segment = { fence: null, lines: [] };
  const segments = [current];
  for (const line of text.split('\n')) {
    const opened = current.fence === null ? openingFence(line) : null;
    const isTurn = opened !== null || (current.fence !== null && closesFence(line, current.fence));
    if (isTurn) {
      current = { fence: opened, lines: [] };
      segments.push(current);
    } else current.lines.push(line);
  }
  return segments;
}

function segmentMarkdown({ fence, lines }: Segment): readonly string[] {
  if (fence === null) return escapeParagraphs(lines);
  return lines.join('').trim() === '' ? [] : [codeBlock(lines.join('\n'), fence.language)];
}

/** The same for text of several paragraphs: line breaks, inline code and fenced blocks are kept, every other structure is shown as text. */
export function escapeBlock(text: string, secrets: readonly string[] = []): string {
  return splitAtFences(cleanText(text, secrets)).flatMap(segmentMarkdown).join('\n\n');
}
