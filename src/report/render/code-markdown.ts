/** Info strings that make GitHub draw or apply something instead of showing text. */
const ACTIVE_LANGUAGES = new Set(['math', 'mermaid', 'geojson', 'topojson', 'stl', 'suggestion']);

function longestRun(text: string, mark: RegExp): number {
  return Math.max(0, ...(text.match(mark) ?? []).map((run) => run.length));
}

/** No hidden marker of ours or of anybody can be forged, not even inside code. */
function withoutHtmlComment(text: string): string {
  return text.replaceAll('<!--', '<! --');
}

/** Inline code that cannot be left from within. Empty for blank text. Expects cleaned text. */
export function codeSpan(text: string): string {
  const line = withoutHtmlComment(text.replace(/\s*\n\s*/g, ' '));
  if (line.trim() === '') return '';
  const fence = '`'.repeat(longestRun(line, /`+/g) + 1);
  const pad = /^`|`$/.test(line) || (line.startsWith(' ') && line.endsWith(' ')) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A fenced block whose fence is longer than any run of backticks inside. Expects cleaned text. */
export function codeBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, /`+/g) + 1));
  const isPlainWord = /^[a-z0-9+-]{1,20}$/i.test(language) && !ACTIVE_LANGUAGES.has(language.toLowerCase());
  return `${fence}${isPlainWord ? language : ''}\n${withoutHtmlComment(text)}\n${fence}`;
}
