import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink } from 'node:fs/promises';
import { MAX_PATCH_BYTES } from '../../review/index.js';
import { asPath } from './byte-path.js';

/** What an untracked path is. Links are never followed: a link is its target's name. */
export type UntrackedFile =
  | {
      readonly kind: 'content';
      readonly mode: '100644' | '100755' | '120000';
      /** Git's own name for this content. */
      readonly blob: string;
      /** Null when it is larger than a patch may be. */
      readonly content: Buffer | null;
      readonly sizeBytes: number;
    }
  /** Gone again, not readable, or no file: a repository of its own, a pipe. */
  | { readonly kind: 'unreadable' };

/** Read one untracked file within bounds. Never rejects for what the file is, and never waits for a pipe. */
export async function readUntracked(
  workTree: string,
  path: Buffer,
  objectFormat: 'sha1' | 'sha256',
): Promise<UntrackedFile> {
  const place = asPath(workTree, path);
  try {
    const found = await lstat(place);
    if (found.isSymbolicLink()) {
      const content = await readlink(place, { encoding: 'buffer' });
      const blob = startBlob(objectFormat, content.length).update(content).digest('hex');
      return { kind: 'content', mode: '120000', blob, content, sizeBytes: content.length };
    }
    return found.isFile() ? await readPlainFile(place, objectFormat) : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
}

/** Between the look at a path and its opening it may become something else, so both are asked of the open file again. */
async function readPlainFile(place: Buffer, objectFormat: 'sha1' | 'sha256'): Promise<UntrackedFile> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) return { kind: 'unreadable' };
    const mode = (found.mode & 0o100) === 0 ? '100644' : '100755';
    const sizeBytes = found.size;
    if (sizeBytes > MAX_PATCH_BYTES) {
      return { kind: 'content', mode, blob: await digestOf(file, sizeBytes, objectFormat), content: null, sizeBytes };
    }
    const content = await file.readFile();
    const blob = startBlob(objectFormat, content.length).update(content).digest('hex');
    return { kind: 'content', mode, blob, content, sizeBytes: content.length };
  } finally {
    await file.close();
  }
}

async function digestOf(file: FileHandle, sizeBytes: number, objectFormat: 'sha1' | 'sha256'): Promise<string> {
  const hash = startBlob(objectFormat, sizeBytes);
  for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function startBlob(objectFormat: 'sha1' | 'sha256', sizeBytes: number) {
  return createHash(objectFormat).update(`blob ${sizeBytes}\0`);
}
