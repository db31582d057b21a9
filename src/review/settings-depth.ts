import { Parser } from 'yaml';

/** In tokens: a list in a list is two. No setting is a tenth as deep. */
const MAX_DEPTH = 60;

/**
 * The line where something is nested so deep that the document's parser, which calls itself for each level, could run out of stack.
 * That can end the whole process and cannot be caught, so it is looked for in the tokens, which are read without that. Null for nowhere.
 */
export function findTooDeepLine(text: string): number | null {
  let level: Token[] = [...new Parser().parse(text)];
  let offset = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    offset = level.find((token) => token.offset !== undefined)?.offset ?? offset;
    if (depth > MAX_DEPTH) return text.slice(0, offset).split('\n').length;
    level = level.flatMap(innerTokens);
  }
  return null;
}

/** A document has a value, a collection has items, an item has a key and a value. */
type Token = {
  readonly offset?: number;
  readonly items?: readonly Token[];
  readonly key?: Token | null;
  readonly value?: Token | string | null;
};

/** What a token calls its value may also be its text. */
function innerTokens({ items = [], key, value }: Token): Token[] {
  return [...items, key, value].filter((inner) => typeof inner === 'object' && inner !== null);
}
