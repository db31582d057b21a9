import { counted } from '../../review/index.js';
import { byteLength, clipBytes } from './clip-bytes.js';
import { cleanLine, cleanText } from './visible-text.js';

export const TAG = 'plumbline-review';
const INDENT = '    ';
const CUT = ' … (cut)';
/** A bracket that a reader could take for the start or the end of the block, also one of another width. */
const OWN_TAG = /[<\uff1c\ufe64](?=[\s/\uff0f]*plumbline)/gi;

/** Nothing in the text can open or close the block. */
export function withoutTags(text: string): string {
  return text.replace(OWN_TAG, '&lt;');
}

/** `name: words` on one line; empty when there are no words. */
export function labelledLine(name: string, text: string, maxBytes: number, secrets: readonly string[]): string {
  const words = cleanLine(text, secrets);
  return words === '' ? '' : `${name}: ${clipBytes(words, maxBytes, CUT)}`;
}

/**
 * `name:` and the text below it, every line indented, so that no line of it can be taken for one of ours. Cut to about
 * `maxBytes`, which is said; empty when there is no text.
 */
export function labelledText(name: string, text: string | null, maxBytes: number, secrets: readonly string[]): string {
  const words = cleanText(text ?? '', secrets).replace(/^\s*\n|\s+$/g, '');
  if (words === '') return '';
  return `  ${name}:\n${clipBytes(words.replace(/^/gm, INDENT), maxBytes, CUT)}`;
}

/** The first lines that fit into `maxBytes`; how many do not is said. Empty lines are dropped. */
export function fitLines(lines: readonly string[], maxBytes: number): readonly string[] {
  const told = lines.filter((line) => line !== '');
  let used = 0;
  const end = told.findIndex((line) => {
    used += byteLength(line) + 1;
    return used > maxBytes;
  });
  return end < 0 ? told : [...told.slice(0, end), `(${counted(told.length - end, 'more line')} left out)`];
}
