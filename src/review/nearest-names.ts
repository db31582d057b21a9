/** Lists of other programs are bounded before anything is compared. */
const MAX_NAMES = 5_000;
const MAX_NAME_CHARS = 100;
/** Share of the longer name that may differ. */
const MAX_DIFFERENCE = 0.45;
/** One name within the other (`gpt-5`, `openai/gpt-5`) is closer than most slips. */
const CONTAINED_DIFFERENCE = 0.3;

/** The names that were most likely meant, the closest first. */
export function nearestNames(wanted: string, known: readonly string[], count = 3): readonly string[] {
  const word = comparable(wanted);
  return known
    .slice(0, MAX_NAMES)
    .map((name) => ({ name, difference: differenceOf(word, comparable(name)) }))
    .filter(({ difference }) => difference <= MAX_DIFFERENCE)
    .sort((one, other) => one.difference - other.difference || (one.name < other.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** A slip as a question: `did you mean --json?`; empty when no known name is near. */
export function didYouMean(wanted: string, known: readonly string[]): string {
  const [near] = nearestNames(wanted, known, 1);
  return near === undefined ? '' : `did you mean ${near}?`;
}

function comparable(name: string): string {
  return name.slice(0, MAX_NAME_CHARS).toLowerCase();
}

/** 0: the same; 1: nothing in common. */
function differenceOf(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return 0;
  const share = countEdits(one, other) / longer;
  const isContained = Math.min(one.length, other.length) >= 3 && (one.includes(other) || other.includes(one));
  return isContained ? Math.min(share, CONTAINED_DIFFERENCE) : share;
}

/** Letters to put in, take out, change, or swap with their neighbour. */
function countEdits(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (line: number, column: number) => rows[line]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let line = 1; line <= one.length; line += 1) {
    const row = [line];
    rows.push(row);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[line - 1] === other[column - 1];
      const isSwapped = one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1];
      const change = at(line - 1, column - 1) + (isSame ? 0 : 1);
      const swap = isSwapped ? at(line - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(change, swap, at(line - 1, column) + 1, at(line, column - 1) + 1));
    }
  }
  return at(one.length, other.length);
}
