import { createHash } from 'node:crypto';
import type { Aliases } from './files-query.js';
import type { FilesAnswer, TreeEntryAnswer } from './vendor-answers.js';

const LINK_MODE = 0o120000;

/** What stands at a place, from a query for many. */
export type FoundFile =
  /** The very bytes of the blob: their digest was compared. Of a link, the name of what it points to. */
  | {
      readonly kind: 'text';
      readonly blob: string;
      readonly text: string;
      readonly sizeBytes: number;
      readonly isLink: boolean;
    }
  /** `isProven`: a NUL was seen. Otherwise it is GitHub's guess, which the first bytes of a text can mislead. */
  | { readonly kind: 'binary'; readonly blob: string; readonly sizeBytes: number; readonly isProven: boolean }
  /** Text that is larger than wanted, or of which GitHub gives only the beginning. */
  | { readonly kind: 'cut'; readonly sizeBytes: number }
  /** A folder, a submodule. */
  | { readonly kind: 'no_file' }
  | { readonly kind: 'absent' }
  /** The size where at least that was told. */
  | { readonly kind: 'unreadable'; readonly sizeBytes: number | null };

export const UNREADABLE = { kind: 'unreadable', sizeBytes: null } as const satisfies FoundFile;

/** What the answer to a query holds under these names; null for a query without an answer. */
export function toFoundFile(answer: FilesAnswer | null, aliases: Aliases): FoundFile {
  const entry = answer?.data?.repository?.[aliases.commit]?.[aliases.file];
  if (entry === undefined) return UNREADABLE;
  if (entry !== null) return fromEntry(entry);
  return isSurelyAbsent(answer?.errors ?? [], aliases) ? { kind: 'absent' } : UNREADABLE;
}

/**
 * What does not exist is null, with or without an error that says so of this very file. Beside errors of anything else
 * a null may stand for what could not be read.
 */
function isSurelyAbsent(errors: NonNullable<FilesAnswer['errors']>, { commit, file }: Aliases): boolean {
  const own = errors.filter(({ path }) => path?.includes(commit) && path.includes(file));
  return errors.length === 0 || (own.length > 0 && own.every(({ type }) => type === 'NOT_FOUND'));
}

function fromEntry({ mode, type, object }: TreeEntryAnswer): FoundFile {
  if (type !== 'blob') return { kind: 'no_file' };
  const { oid, byteSize, isBinary, isTruncated, text } = object ?? {};
  if (oid == null || byteSize == null) return UNREADABLE;
  if (isBinary === true) return { kind: 'binary', blob: oid, sizeBytes: byteSize, isProven: false };
  if (isTruncated === true) return { kind: 'cut', sizeBytes: byteSize };
  // Bytes that are no UTF-8 arrive as other characters: what was not sent whole is not taken for the file.
  if (text == null || !isBlob(oid, text)) return { kind: 'unreadable', sizeBytes: byteSize };
  if (text.includes('\0')) return { kind: 'binary', blob: oid, sizeBytes: byteSize, isProven: true };
  return { kind: 'text', blob: oid, text, sizeBytes: byteSize, isLink: mode === LINK_MODE };
}

function isBlob(oid: string, text: string): boolean {
  const bytes = Buffer.from(text, 'utf8');
  const hash = createHash(oid.length === 40 ? 'sha1' : 'sha256').update(`blob ${bytes.length}\0`);
  return hash.update(bytes).digest('hex') === oid;
}
