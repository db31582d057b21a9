import { maskSecrets } from '../../review/index.js';

/** Everything a reader would not see: controls, bidi marks, zero-width and tag characters, lone surrogates, fillers. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const EMOJI_BEFORE = /\p{Emoji}$/u;

/** Line breaks and tabs are layout; an emoji's own presentation selector hides nothing. */
function isHarmless(character: string, before: string): boolean {
  if (character === '\n' || character === '\t') return true;
  return (character === '\ufe0f' || character === '\ufe0e') && EMOJI_BEFORE.test(before);
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Replace every invisible character by a visible escape such as `\u{202e}`. Line breaks become LF; LF and tabs stay. */
export function showInvisible(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, (character, offset: number, whole: string) =>
      isHarmless(character, whole.slice(Math.max(0, offset - 2), offset)) ? character : escapeOf(character),
    );
}

/** Text from a model, an author or a repository, fit to be shown: credentials masked first, then nothing invisible. */
export function cleanText(text: string, secrets: readonly string[] = []): string {
  return showInvisible(maskSecrets(text, secrets));
}

/** The same on one line, runs of white space as one space. */
export function cleanLine(text: string, secrets: readonly string[] = []): string {
  return cleanText(text, secrets).replace(/\s+/g, ' ').trim();
}
