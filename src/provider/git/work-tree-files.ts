import { isText, isTreePath, MAX_TOTAL_BYTES, type ReadFiles, type WantedFiles } from './commit-files.js';
import { openWithin } from './open-within.js';

/**
 * Read the wanted files of the work tree, bytes as they lie there: no filter runs. Whether they are still those of the
 * snapshot is not asked here; the look at the end tells.
 */
export async function readWorkTreeFiles(
  workTree: string,
  wanted: WantedFiles,
  signal: AbortSignal,
): Promise<ReadFiles> {
  const files = new Map<string, string>();
  let totalBytes = 0;
  let isPartial = false;
  for (const path of new Set(wanted.paths.filter(isTreePath))) {
    signal.throwIfAborted();
    const content = await readSmall(workTree, path, wanted.maxBytes);
    if (content === 'unreadable') isPartial = true;
    if (!Buffer.isBuffer(content)) continue;
    totalBytes += content.length;
    if (totalBytes > MAX_TOTAL_BYTES) return { files, isPartial: true };
    if (isText(content)) files.set(path, content.toString('utf8'));
  }
  return { files, isPartial };
}

/** Null for what is no plain file of at most so many bytes. */
async function readSmall(workTree: string, path: string, maxBytes: number): Promise<Buffer | 'unreadable' | null> {
  try {
    return await openWithin(workTree, Buffer.from(path), async (file, sizeBytes) => {
      if (sizeBytes > maxBytes) return null;
      const content = await file.readFile();
      return content.length > maxBytes ? null : content;
    });
  } catch {
    return 'unreadable';
  }
}
