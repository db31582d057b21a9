/** Shorter ones stand in ordinary text too. */
const MIN_SECRET_CHARS = 12;
/** No space, quote, bracket, comma or operator: what has those can be code, and must not be hidden as a secret. */
const TOKEN = /^[A-Za-z0-9_.~$%#^+:@/-]+={0,2}$/;
/** `sha256Digest`, `utf8ToBase64`, `x509Certificate` are names; more changes between letters and digits are none. */
const MAX_NUMBERS = 2;
const MAX_NUMBER_DIGITS = 4;
const MAX_LONE_LETTERS = 1;

/**
 * Whether a text that somebody wrote where a secret stands can be one. Secrets are masked wherever they appear, so a name, a path or
 * a piece of code that is put there on purpose must not pass.
 */
export function looksLikeSecret(text: string): boolean {
  return text.length >= MIN_SECRET_CHARS && TOKEN.test(text) && !text.split(/[^A-Za-z0-9]+/).every(isWord);
}

function isWord(part: string): boolean {
  const numbers = part.match(/\d+/g) ?? [];
  if (numbers.length > MAX_NUMBERS || numbers.some((digits) => digits.length > MAX_NUMBER_DIGITS)) return false;
  const loneLetters = part.split(/\d+/).filter((letters) => letters.length === 1);
  return loneLetters.length <= MAX_LONE_LETTERS;
}

/** A word as names are put together of: `validate`, `Token`, `HTTP`, `2`. */
const NAME_PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
/** Of 100,000 random texts of 40 letters and digits three have parts as long as this on average. */
const MIN_NAME_PART_CHARS = 4;

/** Whether a text of letters and digits in any order, which a key is, is put together of words as names and paths are. */
export function readsAsName(text: string): boolean {
  return text.length >= MIN_NAME_PART_CHARS * (text.match(NAME_PART)?.length ?? 0);
}
