const OPEN = /<think(?:ing)?>/i;
const CLOSE = /<\/think(?:ing)?>/i;

/**
 * Take a model's reasoning out of its text: closed, never closed, or with its opening tag lost. Only tags that stand before
 * the first brace are markup; behind it they may be part of a finding about such tags.
 */
export function stripThinking(text: string): string {
  let rest = text;
  for (;;) {
    const open = OPEN.exec(rest);
    if (open === null || isBehindBrace(rest, open.index)) return stripLostOpening(rest);
    const inside = rest.slice(open.index + open[0].length);
    const close = CLOSE.exec(inside);
    const before = rest.slice(0, open.index);
    if (close === null) return before.trim();
    rest = before + inside.slice(close.index + close[0].length);
  }
}

function stripLostOpening(text: string): string {
  const close = CLOSE.exec(text);
  if (close === null || isBehindBrace(text, close.index)) return text.trim();
  return text.slice(close.index + close[0].length).trim();
}

function isBehindBrace(text: string, index: number): boolean {
  const brace = text.indexOf('{');
  return brace !== -1 && brace < index;
}
