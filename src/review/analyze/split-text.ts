/** Well within what a static check takes as one file. */
const MAX_PART_CHARS = 512 * 1024;
/** A key of many lines stands whole in one of two parts that follow each other. */
const OVERLAP_LINES = 100;

/** Cut a text between lines into parts of bounded size, each beginning with the last lines of the one before. A longer line is a part. */
export function splitText(text: string, maxChars = MAX_PART_CHARS, overlapLines = OVERLAP_LINES): readonly string[] {
  if (text.length <= maxChars) return [text];
  const parts: string[] = [];
  let part: string[] = [];
  let chars = 0;
  for (const line of text.split('\n')) {
    if (chars + line.length > maxChars && part.length > 0) {
      parts.push(part.join('\n'));
      part = lastWithin(part, overlapLines, maxChars / 2);
      chars = part.reduce((sum, kept) => sum + kept.length + 1, 0);
    }
    part.push(line);
    chars += line.length + 1;
  }
  return [...parts, part.join('\n')];
}

/** The last lines, as many as are wanted and have room: each part must be shorter than what it is made of. */
function lastWithin(lines: readonly string[], count: number, maxChars: number): string[] {
  let left = maxChars;
  const kept: string[] = [];
  for (const line of lines.slice(-count).reverse()) {
    left -= line.length + 1;
    if (left < 0) break;
    kept.unshift(line);
  }
  return kept;
}
