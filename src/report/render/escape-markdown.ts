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

/** Keep inline code of one line as code and escape everything else. A backtick without a partner is only a character. */
function escapeSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  const lastOfLength = new Map(runs.map((run, index) => [run[0].length, index]));
  let out = '';
  let done = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    if (open === undefined || (lastOfLength.get(open[0].length) ?? 0) <= index) continue;
    const closeIndex = runs.findIndex((run, later) => later > index && run[0].length === open[0].length);
    const close = runs[closeIndex];
    if (close === undefined) continue;
    out = join(out, escapeWords(line.slice(done, open.index)));
    out = join(out, codeSpan(line.slice(open.index + open[0].length, close.index).trim()));
    done = close.index + close[0].length;
    index = closeIndex;
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

/** The same for text of several paragraphs: line breaks, inline code and fenced blocks are kept, every other structure is shown as text. */
export function escapeBlock(text: string, secrets: readonly string[] = []): string {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: Fence | null = null;
  const flush = (): void => {
    if (fence === null) blocks.push(...escapeParagraphs(lines));
    else if (lines.join('').trim() !== '') blocks.push(codeBlock(lines.join('\n'), fence.language));
    lines = [];
  };
  for (const line of cleanText(text, secrets).split('\n')) {
    const turn: Fence | null = fence === null ? openingFence(line) : closesFence(line, fence) ? fence : null;
    if (turn === null) lines.push(line);
    else {
      flush();
      fence = fence === null ? turn : null;
    }
  }
  flush();
  return blocks.join('\n\n');
}
