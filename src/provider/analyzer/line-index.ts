/** Lines are those of git: only a line feed ends one. Some tools also count a lone carriage return or U+2028. */
export type LineIndex = (offset: number) => number;

/** Tell the 1-based line of an offset in UTF-16 code units. */
export function lineIndexOf(text: string): LineIndex {
  return lineIndex((from) => text.indexOf('\n', from));
}

/** Tell the 1-based line of an offset in bytes. */
export function byteLineIndexOf(bytes: Buffer): LineIndex {
  return lineIndex((from) => bytes.indexOf(0x0a, from));
}

function lineIndex(nextFeed: (from: number) => number): LineIndex {
  const feeds: number[] = [];
  for (let at = nextFeed(0); at !== -1; at = nextFeed(at + 1)) feeds.push(at);
  return (offset) => countBelow(feeds, offset) + 1;
}

/** How many of the ascending numbers are smaller than the given one. */
function countBelow(ascending: readonly number[], bound: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Turn a row of a tool that also counts lone carriage returns into a line of git. */
export function lineOfRow(text: string): (row: number) => number {
  if (!/\r(?!\n)/.test(text)) return (row) => row;
  let line = 1;
  const lines = [line];
  for (const [ending] of text.matchAll(/\r\n|\n|\r/g)) {
    if (ending !== '\r') line += 1;
    lines.push(line);
  }
  return (row) => lines[row - 1] ?? line;
}
