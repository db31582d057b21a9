import { createFilesQuestions, type ManyFilesParts } from './ask-for-files.js';
import { aliasesOf, type FilePlace } from './files-query.js';
import { type FoundFile, toFoundFile, UNREADABLE } from './found-file.js';

/** Files of one query. GitHub answers a query within 10 seconds or not at all. */
export const FILES_PER_QUERY = 100;
/** A batch that failed is asked for in so many parts: few steps from a full query to the one file that is too much. */
const PARTS_OF_A_FAILED_BATCH = 4;
/** Of all texts of one question together: what was asked for is read to be looked at, not to be kept. */
export const MAX_KEPT_BYTES = 16_000_000;

/**
 * Read many files of commits with few requests, each counted before it goes out. Answers one for one, in order: texts of
 * at most `maxBytes`, of all of them together at most MAX_KEPT_BYTES; what cannot be had is `unreadable`. A query that
 * fails is asked again in parts. Rejects only with the signal's reason.
 */
export async function readManyFiles(
  parts: ManyFilesParts,
  places: readonly FilePlace[],
  signal: AbortSignal,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = [];
  const keep = createKeeping(maxBytes);
  const ask = createFilesQuestions(parts, places.length > 1);
  const pending = inBatches(places, FILES_PER_QUERY);
  for (let batch = pending.shift(); batch !== undefined && !keep.isFull(); batch = pending.shift()) {
    const reply = await ask(batch, signal);
    if (reply.kind === 'over') break;
    if (reply.kind === 'failed' && batch.length > 1) {
      pending.unshift(...inBatches(batch, Math.ceil(batch.length / PARTS_OF_A_FAILED_BATCH)));
      continue;
    }
    const answer = reply.kind === 'answered' ? reply.answer : null;
    files.push(...aliasesOf(batch).map((aliases) => keep.within(toFoundFile(answer, aliases))));
  }
  return places.map((_, at) => files[at] ?? UNREADABLE);
}

function inBatches<T>(all: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** Lets go of each text that is larger than wanted, and of all that come when enough is kept. */
function createKeeping(maxBytes: number) {
  let keptBytes = 0;
  return {
    isFull: () => keptBytes > MAX_KEPT_BYTES,
    within(file: FoundFile): FoundFile {
      if (file.kind !== 'text') return file;
      const { isLink, sizeBytes } = file;
      if (sizeBytes > maxBytes) return isLink ? { kind: 'no_file' } : { kind: 'cut', sizeBytes };
      keptBytes += sizeBytes;
      return keptBytes > MAX_KEPT_BYTES ? { kind: 'unreadable', sizeBytes } : file;
    },
  };
}
