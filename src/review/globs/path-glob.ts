import { matchesRun } from './match-run.js';

const STAR = Symbol('any run of characters');
const GLOBSTAR = Symbol('any run of folders');

type CharToken = typeof STAR | ((char: string) => boolean);
type SegmentToken = typeof GLOBSTAR | readonly CharToken[];

const ANY_SEGMENT: readonly CharToken[] = [() => true, STAR];
const NAMED_CLASSES: Readonly<Record<string, string>> = {
  '[:alpha:]': 'a-zA-Z',
  '[:digit:]': '0-9',
  '[:alnum:]': 'a-zA-Z0-9',
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:space:]': '\\s',
  '[:xdigit:]': '0-9a-fA-F',
};

/**
 * Compile a pattern of a `.gitattributes` file: without a slash it is about the name in any folder below, with one about the
 * whole path from the file's own folder. A pattern for a folder never matches a file.
 */
export function compileGitGlob(pattern: string): (path: string) => boolean {
  if (pattern.endsWith('/')) return () => false;
  if (pattern.includes('/')) return compilePathGlob(pattern.replace(/^\//, ''));
  const tokens = readSegment(pattern);
  return (path) => matchesSegment(tokens, path.slice(path.lastIndexOf('/') + 1));
}

/**
 * Compile a glob about a whole path: `*` stays inside a folder, `**` as a part of its own does not, `?` is one character and
 * `[a-z]` one of a class. Files that begin with a dot match like any other. The work grows with pattern × path, never faster:
 * a regular expression made of the same glob takes minutes for `*a*a*a*a*b` and one unlucky name.
 */
export function compilePathGlob(pattern: string): (path: string) => boolean {
  const tokens = readSegments(pattern.split('/'));
  return (path) =>
    matchesRun<SegmentToken, string>(
      tokens,
      path.split('/'),
      (token) => token === GLOBSTAR,
      (token, segment) => token !== GLOBSTAR && matchesSegment(token, segment),
    );
}

function readSegments(segments: readonly string[]): readonly SegmentToken[] {
  const tokens = segments.map((segment): SegmentToken => (segment === '**' ? GLOBSTAR : readSegment(segment)));
  // `folder/**` is what lies inside the folder, not the folder's own name.
  return tokens.at(-1) === GLOBSTAR ? [...tokens, ANY_SEGMENT] : tokens;
}

function matchesSegment(tokens: readonly CharToken[], segment: string): boolean {
  return matchesRun<CharToken, string>(
    tokens,
    [...segment],
    (token) => token === STAR,
    (token, char) => token !== STAR && token(char),
  );
}

function readSegment(segment: string): readonly CharToken[] {
  const parts = segment.match(/\\.|\[[!^]?\]?(?:\[:[a-z]+:\]|\\.|[^\]\\])*\]|./gsu) ?? [];
  return parts.map(readToken);
}

function readToken(part: string): CharToken {
  if (part === '*') return STAR;
  if (part === '?') return () => true;
  if (part.length > 2 && part.startsWith('[')) return readClass(part.slice(1, -1));
  const literal = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
  return (char) => char === literal;
}

function readClass(inside: string): CharToken {
  const isNegated = /^[!^]/.test(inside);
  const members = (isNegated ? inside.slice(1) : inside)
    .replace(/\[:[a-z]+:\]|\\.|[\][\\^]/gs, (part) => NAMED_CLASSES[part] ?? literal(part.slice(-1)))
    .replace(/^-|-$/g, '\\-');
  try {
    const shape = new RegExp(`[${isNegated ? '^' : ''}${members}]`);
    return (char) => shape.test(char);
  } catch {
    // A class that makes no sense (a range from z to a) matches nothing, as in git.
    return () => false;
  }
}

/** Letters and digits must not be escaped: `\d` would mean any digit. */
function literal(char: string): string {
  return /\w/.test(char) ? char : `\\${char}`;
}
