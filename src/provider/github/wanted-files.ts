import type { ManyFilesParts } from './ask-for-files.js';
import type { FoundFile } from './found-file.js';
import { readManyFiles } from './read-many-files.js';

export type WantedFiles = {
  readonly commitSha: string;
  readonly paths: readonly string[];
  readonly maxBytes: number;
};
export type ReadFiles = {
  readonly files: ReadonlyMap<string, string>;
  /** Files of more bytes than wanted or than GitHub gives, unless it is certain that they are no text. */
  readonly tooLarge: readonly string[];
  readonly isPartial: boolean;
};

/** Read the wanted files of a commit that exist, are plain text files and are small enough: together, with few requests. */
export async function readWantedFiles(
  parts: ManyFilesParts,
  { commitSha, maxBytes, ...wanted }: WantedFiles,
  signal: AbortSignal,
): Promise<ReadFiles> {
  const paths = [...new Set(wanted.paths)];
  const places = paths.map((path) => ({ commitSha, path }));
  const found = await readManyFiles(parts, places, signal, maxBytes);
  const files = new Map<string, string>();
  for (const [index, file] of found.entries()) {
    if (file.kind === 'text' && !file.isLink) files.set(paths[index] ?? '', file.text);
  }
  const tooLarge = paths.filter((_, index) => isTooLarge(found[index], maxBytes));
  return { files, tooLarge, isPartial: found.some((file) => isLost(file, maxBytes)) };
}

function isTooLarge(file: FoundFile | undefined, maxBytes: number): boolean {
  if (file?.kind === 'cut') return true;
  if (file?.kind === 'binary') return !file.isProven && file.sizeBytes > maxBytes;
  return file?.kind === 'unreadable' && (file.sizeBytes ?? 0) > maxBytes;
}

/** It may be a text of an allowed size, and is not here. */
function isLost(file: FoundFile, maxBytes: number): boolean {
  if (file.kind === 'cut') return file.sizeBytes <= maxBytes;
  return file.kind === 'unreadable' && (file.sizeBytes ?? 0) <= maxBytes;
}
