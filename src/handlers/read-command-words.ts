import { type ReviewCommand, shorten } from '../review/index.js';
import type { ParsedComment } from './parsed-comment.js';
import { readOrderWords } from './read-order-words.js';
import { isSafeRelativePath } from './safe-path.js';

/** Words of the design that do not do anything yet; they are refused by name, so that nobody waits for them. */
const NOT_YET = new Set(['strict', 'lanes', 'panel', 'fix']);
const MAX_PATHS = 128;
const MAX_FOCUS_CHARS = 500;
/** Of a word that is said back. */
const MAX_SHOWN_CHARS = 41;
const USAGE = 'Try `/review`, or `/review src/api "is the retry idempotent?"`.';

const AGAIN = /^(again)(?=\s|$)(.*)$/is;

/** A quoted focus (straight or typographic quotes) or one word; a quote that never closes is its own word. */
const WORD = /"([^"]*)"|“([^”]*)”|(\S+)/g;

/** Read what follows `/review`: an order, or `again`, paths, and at most one quoted focus. */
export function readCommandWords(text: string): ParsedComment {
  const order = readOrderWords(text);
  if (order !== null) return order;
  const [, again, rest = ''] = AGAIN.exec(text) ?? [null, undefined, text];
  return readReviewWords(rest, again !== undefined);
}

function readReviewWords(text: string, isForced: boolean): ParsedComment {
  const paths: string[] = [];
  let focus: string | null = null;
  for (const [, straight, curly, word] of text.matchAll(WORD)) {
    const quoted = straight ?? curly;
    if (quoted !== undefined) {
      if (focus !== null) return bad('Only one quoted focus fits into a review.');
      focus = quoted.trim();
      continue;
    }
    const path = readPath(word ?? '');
    if (path.kind === 'bad') return path;
    paths.push(path.value);
  }
  return bounded({ mode: 'standard', isForced, paths, focus });
}

function readPath(word: string): { kind: 'path'; value: string } | { kind: 'bad'; reply: string } {
  const bare = word.replace(/^`+|`+$/g, '');
  if (NOT_YET.has(bare.toLowerCase())) return bad(`\`/review ${shown(bare)}\` is not available yet.`);
  if (bare.startsWith('-')) return bad(`\`${shown(bare)}\` is not an option I know.`);
  if (!/[./]/.test(bare)) return bad(`\`/review ${shown(bare)}\` is not something I know.`);
  if (!isSafeRelativePath(bare)) return bad(`\`${shown(bare)}\` is not a path inside the repository.`);
  return { kind: 'path', value: bare };
}

function bounded(command: ReviewCommand): ParsedComment {
  const { focus, paths } = command;
  if (paths.length > MAX_PATHS) return bad(`More than ${MAX_PATHS} paths do not fit into one command.`);
  if (focus !== null && focus.length > MAX_FOCUS_CHARS)
    return bad(`A focus has at most ${MAX_FOCUS_CHARS} characters.`);
  return { kind: 'review', command: { ...command, focus: focus === '' ? null : focus } };
}

function bad(reason: string): { kind: 'bad'; reply: string } {
  return { kind: 'bad', reply: `${reason} ${USAGE}` };
}

/** The word as it can stand inside inline code: no backtick, nothing invisible, not long. */
function shown(word: string): string {
  const visible = word.replace(/[^\p{L}\p{N}\p{P}\p{S}]/gu, '').replaceAll('`', '');
  return shorten(visible, MAX_SHOWN_CHARS);
}
