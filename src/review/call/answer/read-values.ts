import { clip, shorten } from '../../clip.js';
import { maskSecrets } from '../../mask-secrets.js';

/** A model's text, bounded; its cut is shown. Empty when it is no text. */
export function readText(value: unknown, maxChars: number): string {
  if (typeof value !== 'string') return '';
  const text = value.replace(/\p{Cs}/gu, '\ufffd').trim();
  return shorten(text, maxChars);
}

/** The same for words that are only shown: what looks like a credential in them is masked. */
export function readWords(value: unknown, maxChars: number): string {
  return readText(typeof value === 'string' ? maskSecrets(value) : value, maxChars);
}

/** Text in one line. */
export function readLine(value: unknown, maxChars: number): string {
  return readWords(typeof value === 'string' ? value.replace(/\s+/g, ' ') : value, maxChars);
}

/** Text to be compared with code: untouched, and cut between lines. */
export function readQuote(value: unknown, maxChars: number): string {
  if (typeof value !== 'string' || value.length <= maxChars) return typeof value === 'string' ? value : '';
  const cut = clip(value, maxChars);
  const lastLineEnd = cut.lastIndexOf('\n');
  return lastLineEnd > 0 ? cut.slice(0, lastLineEnd) : cut;
}

/** A share between 0 and 1, also given as a percentage; null when it is no number. */
export function readShare(value: unknown): number | null {
  const given = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (typeof given !== 'number' || !Number.isFinite(given)) return null;
  const isPercentage = given >= 2 || (typeof value === 'string' && value.includes('%'));
  return Math.min(1, Math.max(0, isPercentage ? given / 100 : given));
}

/** A line number, 1-based; null for anything else. */
export function readLineNumber(value: unknown): number | null {
  const given = typeof value === 'string' ? Number(value) : value;
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= 1 ? given : null;
}

/** One of a closed list of words, whatever its case and however its parts are joined; null for any other. */
export function readWord<Word extends string>(value: unknown, words: readonly Word[]): Word | null {
  if (typeof value !== 'string') return null;
  const given = value
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return words.find((word) => word === given) ?? null;
}
