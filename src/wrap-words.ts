/** Below it a terminal wraps by itself better than we do. */
const MIN_COLUMNS = 20;

/**
 * Break one line between its words. No line begins or ends with a space, and a word longer than a line is left whole, so
 * that an address or a path can be copied. `columns` null: it is no terminal, nothing is broken.
 */
export function wrapWords(line: string, columns: number | null): readonly string[] {
  if (columns === null || columns < MIN_COLUMNS || line.length <= columns) return [line];
  const lines: string[] = [];
  let open = '';
  for (const word of line.split(' ').filter((part) => part !== '')) {
    if (open !== '' && open.length + 1 + word.length > columns) {
      lines.push(open);
      open = word;
    } else {
      open = open === '' ? word : `${open} ${word}`;
    }
  }
  return [...lines, open];
}
