import { isUtf8 } from 'node:buffer';

/** A path as people see it. Git paths are bytes; those that are no UTF-8 are shown as `\xNN`, and said to be. */
export type ShownPath = { readonly path: string; readonly isPathEscaped: boolean };

export function decodePath(bytes: Buffer): ShownPath {
  if (isUtf8(bytes)) return { path: bytes.toString('utf8'), isPathEscaped: false };
  const shown = Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${hex(byte)}`));
  return { path: shown.join(''), isPathEscaped: true };
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}
