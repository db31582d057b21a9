import { CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS } from './stop-words.js';

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const RUNS = new RegExp(`([${CJK}]+)|(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');
const CHINESE_STOPS = new RegExp(CHINESE_STOP_WORDS.join('|'), 'gu');

/** Two titles with at least this much in common speak of one defect (when their place agrees too). */
export const SAME_TITLE = 0.5;

/**
 * Read a title as the set of what it speaks of: lower-case words without stop words; for Chinese, Japanese and Korean,
 * which do not part words, single characters and pairs of neighbours.
 */
export function titleTokens(title: string): ReadonlySet<string> {
  const tokens = new Set<string>();
  for (const run of title.normalize('NFKC').toLowerCase().matchAll(RUNS)) {
    const found = run[1] === undefined ? wordTokens(run[0]) : cjkTokens(run[1]);
    for (const token of found) tokens.add(token);
  }
  return tokens;
}

/** Share of common tokens (Jaccard), 0..1. Two titles without any token have nothing in common. */
export function titleSimilarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  if (small.size === 0) return 0;
  let common = 0;
  for (const token of small) if (large.has(token)) common += 1;
  return common / (small.size + large.size - common);
}

/** The title as it enters an identity: order, case, punctuation and small words do not count. */
export function normaliseTitle(title: string): string {
  const tokens = [...titleTokens(title)].sort();
  return tokens.length > 0 ? tokens.join(' ') : title.normalize('NFKC').toLowerCase().trim();
}

function wordTokens(word: string): readonly string[] {
  return ENGLISH_STOP_WORDS.has(word) ? [] : [word];
}

function cjkTokens(run: string): readonly string[] {
  return run
    .replace(CHINESE_STOPS, ' ')
    .split(' ')
    .flatMap((part) => {
      const characters = [...part];
      const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
      return [...characters, ...pairs];
    });
}
