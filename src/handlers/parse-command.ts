import { fromMarkdown } from 'mdast-util-from-markdown';
import type { ParsedComment } from './parsed-comment.js';
import { readCommandWords } from './read-command-words.js';

/** GitHub's own bound of a comment body, in characters. */
const MAX_COMMENT_CHARS = 65_536;
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
  if (body.length > MAX_COMMENT_CHARS || !/\/(deep)?review/i.test(body)) return null;
  const first = fromMarkdown(body).children[0];
  if (first === undefined || (first.type !== 'paragraph' && first.type !== 'heading')) return null;
  const start = first.position?.start.offset ?? 0;
  return body.slice(start).split(/\r\n|\n|\r/, 1)[0] ?? null;
}
