const encoder = new TextEncoder();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A longer pile of marks is no character anybody reads; it may be cut. */
const MAX_CLUSTER_UNITS = 256;

/** Size of text in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).byteLength;
}

/** The longest beginning of at most `maxBytes` bytes that ends between two characters as a reader sees them. */
function beginningOf(text: string, maxBytes: number): string {
  const limit = Math.max(0, maxBytes);
  const { read } = encoder.encodeInto(text, new Uint8Array(limit));
  if (read >= text.length) return text;
  const cluster = graphemes.segment(text).containing(read);
  const isSplit = cluster !== undefined && cluster.index < read && cluster.segment.length <= MAX_CLUSTER_UNITS;
  return text.slice(0, isSplit ? cluster.index : read);
}

/** Cut plain text to at most `maxBytes` bytes of UTF-8, the tail included. Never inside a character or an emoji sequence. */
export function clipBytes(text: string, maxBytes: number, tail = '…'): string {
  if (byteLength(text) <= maxBytes) return text;
  const room = maxBytes - byteLength(tail);
  return room < 0 ? beginningOf(tail, maxBytes) : beginningOf(text, room) + tail;
}

type Open = { readonly fence: string | null; readonly details: number };

function countOf(line: string, tag: RegExp): number {
  return (line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '').match(tag) ?? []).length;
}

function afterLine(open: Open, line: string): Open {
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (open.fence !== null) {
    const closes = mark?.[1]?.startsWith(open.fence) === true && mark[2]?.trim() === '';
    return closes ? { ...open, fence: null } : open;
  }
  if (mark?.[1] !== undefined && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) {
    return { ...open, fence: mark[1] };
  }
  const details = open.details + countOf(line, /<details\b/g) - countOf(line, /<\/details>/g);
  return { ...open, details: Math.max(0, details) };
}

function openAt(text: string): Open {
  return text.split('\n').reduce(afterLine, { fence: null, details: 0 });
}

/** A half line must not become something else: no open code span (its content would be live), no half tag, no half table row. */
function mendLastLine(text: string): string {
  const start = text.lastIndexOf('\n') + 1;
  const line = text.slice(start);
  if (openAt(text.slice(0, start)).fence !== null) return text;
  if (/^\s*[<|`~]/.test(line)) return text.slice(0, start).trimEnd();
  const withoutSpans = line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, (span) => '.'.repeat(span.length));
  const openSpan = withoutSpans.indexOf('`');
  const halfTag = /<[^>]*$/.exec(withoutSpans)?.index ?? -1;
  const end = Math.min(...[openSpan, halfTag].filter((place) => place >= 0), line.length);
  return text.slice(0, start + end);
}

function closersOf(text: string): string {
  const open = openAt(text);
  return (open.fence === null ? '' : `\n${open.fence}`) + '\n\n</details>'.repeat(open.details);
}

/**
 * Cut Markdown to at most `maxBytes` bytes of UTF-8, closing what the cut left open (a fence, `<details>`) and ending with
 * `tail`, a paragraph that says what was left out. Text that fits is returned unchanged.
 */
export function clipMarkdown(text: string, maxBytes: number, tail: string): string {
  if (byteLength(text) <= maxBytes) return text;
  const end = `\n\n${tail}`;
  for (let room = maxBytes - byteLength(end); room > 0; ) {
    const kept = mendLastLine(beginningOf(text, room));
    const closed = kept + closersOf(kept);
    const over = byteLength(closed) + byteLength(end) - maxBytes;
    if (over <= 0) return closed + end;
    room -= over;
  }
  return clipBytes(tail, maxBytes);
}
