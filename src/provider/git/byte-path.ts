import { sep } from 'node:path';

/** A path of the file system that need not be UTF-8. */
export function asPath(folder: string, path: Buffer): Buffer {
  return Buffer.concat([Buffer.from(folder + sep), path]);
}
