import { fromMarkdown } from 'mdast-util-from-markdown';
import type { ParsedComment } from './parsed-comment.js';
import { readCommandWords } from './read-command-words.js';

/** GitHub's own bound of a comment body, in characters. */
const MAX_COMMENT_CHARS = 65_536;
/** Of the first block: a command is one line, and parsing time grows faster than the text on text made for it. */
const MAX_PARSED_CHARS = 2_000;
const BEGINS_LIKE_A_COMMAND = /^(?:[ \t]*(?:\r\n|\n|\r))* {0,3}\/(?:deep)?review(?=\s|$)/i;
const COMMAND = /^\/(review|deepreview)(?=\s|$)/i;

/**
 * Read a comment as a command. A command is the first non-empty line, and as Markdown it is plain text at the top level:
 * not in code, not in a quote, a list or an HTML block, not behind an invisible character.
 */
export function parseCommand(body: string): ParsedComment {
  const line = firstPlainLine(body);
  const match = line === null ? null : COMMAND.exec(line);
  if (line === null || match === null) return { kind: 'none' };
  const rest = line.slice(match[0].length).trim();
  return match[1]?.toLowerCase() === 'deepreview' ? readCommandWords(`strict ${rest}`) : readCommandWords(rest);
}

/** The first line of the first block as it was typed, when that block is a paragraph (or a heading underlined by the next line). */
function firstPlainLine(body: string): string | null {
  if (body.length > MAX_COMMENT_CHARS || !BEGINS_LIKE_A_COMMAND.test(body)) return null;
  const first = fromMarkdown(body.slice(0, MAX_PARSED_CHARS)).children[0];
  if (first === undefined || (first.type !== 'paragraph' && first.type !== 'heading')) return null;
  const start = first.position?.start.offset ?? 0;
  return body.slice(start).split(/\r\n|\n|\r/, 1)[0] ?? null;
}
