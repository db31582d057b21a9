import { type FoundFile, type ManyFilesParts, readManyFiles } from './read-many-files.js';

export type WantedFiles = {
  readonly commitSha: string;
  readonly paths: readonly string[];
  readonly maxBytes: number;
};
export type ReadFiles = { readonly files: ReadonlyMap<string, string>; readonly isPartial: boolean };

/** Read the wanted files of a commit that exist, are plain text files and are small enough: together, with few requests. */
export async function readWantedFiles(
  parts: ManyFilesParts,
  wanted: WantedFiles,
  signal: AbortSignal,
): Promise<ReadFiles> {
  const paths = [...new Set(wanted.paths)];
  const places = paths.map((path) => ({ commitSha: wanted.commitSha, path }));
  const { files: found } = await readManyFiles(parts, places, signal);
  const files = new Map<string, string>();
  let isPartial = false;
  for (const [index, file] of found.entries()) {
    isPartial ||= isLost(file, wanted.maxBytes);
    const isWanted = file.kind === 'text' && !file.isLink && file.sizeBytes <= wanted.maxBytes;
    if (isWanted) files.set(paths[index] ?? '', file.text);
  }
  return { files, isPartial };
}

/** It may be a text of an allowed size, and is not here. */
function isLost(file: FoundFile, maxBytes: number): boolean {
  return file.kind === 'unreadable' || (file.kind === 'cut' && file.sizeBytes <= maxBytes);
}
