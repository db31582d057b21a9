const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A longer pile of marks is no character anybody reads; it may be cut. */
const MAX_CLUSTER_UNITS = 256;

/** The beginning of a text, of at most `maxChars` UTF-16 units, never with half of a surrogate pair at its end. */
export function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, Math.max(0, splitsPair ? maxChars - 1 : maxChars));
}

/** Cut a text for people to at most `maxChars` UTF-16 units, `…` included, never inside a character as they see it. */
export function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cluster = graphemes.segment(text.slice(0, maxChars + MAX_CLUSTER_UNITS)).containing(maxChars - 1);
  const isReadable = cluster !== undefined && cluster.segment.length <= MAX_CLUSTER_UNITS;
  return `${(isReadable ? text.slice(0, cluster.index) : clip(text, maxChars - 1)).trimEnd()}…`;
}
