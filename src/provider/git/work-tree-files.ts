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
  const without = { too_large: [] as string[], unreadable: [] as string[] };
  const tooLarge = without.too_large;
  let totalBytes = 0;
  for (const path of new Set(wanted.paths.filter(isTreePath))) {
    signal.throwIfAborted();
    const content = await readSmall(workTree, path, wanted.maxBytes);
    if (typeof content === 'string') without[content].push(path);
    if (!Buffer.isBuffer(content)) continue;
    totalBytes += content.length;
    if (totalBytes > MAX_TOTAL_BYTES) return { files, tooLarge, isPartial: true };
    if (isText(content)) files.set(path, content.toString('utf8'));
  }
  return { files, tooLarge, isPartial: without.unreadable.length > 0 };
}

/** Null for what is no plain file. */
async function readSmall(
  workTree: string,
  path: string,
  maxBytes: number,
): Promise<Buffer | 'unreadable' | 'too_large' | null> {
  try {
    return await openWithin(workTree, Buffer.from(path), async (file, sizeBytes) => {
      if (sizeBytes > maxBytes) return 'too_large';
      const content = await file.readFile();
      return content.length > maxBytes ? 'too_large' : content;
    });
  } catch {
    return 'unreadable';
  }
}
