const LETTERS = new Map<number, string>([
  [0x07, 'a'],
  [0x08, 'b'],
  [0x09, 't'],
  [0x0a, 'n'],
  [0x0b, 'v'],
  [0x0c, 'f'],
  [0x0d, 'r'],
  [0x22, '"'],
  [0x5c, '\\'],
]);

/**
 * The first line git writes over the patch of one file. Which file a patch belongs to is never read out of this line
 * (`a/x b/y b/x b/y` has no single reading): the line is built from the paths of the listing and compared.
 */
export function patchHeader(oldPath: Buffer, newPath: Buffer): string {
  return `diff --git ${quoted('a/', oldPath)} ${quoted('b/', newPath)}`;
}

/** Bytes as latin1, so that paths in any encoding compare exactly. */
function quoted(prefix: string, path: Buffer): string {
  const shown = Array.from(path, quotedByte);
  const isPlain = shown.every((text) => text.length === 1);
  return isPlain ? prefix + shown.join('') : `"${prefix}${shown.join('')}"`;
}

function quotedByte(byte: number): string {
  const letter = LETTERS.get(byte);
  if (letter !== undefined) return `\\${letter}`;
  if (byte < 0x20 || byte === 0x7f) return `\\${byte.toString(8).padStart(3, '0')}`;
  return String.fromCharCode(byte);
}
