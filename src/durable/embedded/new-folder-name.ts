import { randomBytes } from 'node:crypto';

/** A folder in the making: it gets its name when it is complete. */
export function newFolderName(): string {
  return `new-${randomBytes(8).toString('hex')}`;
}
