import { statSync } from 'node:fs';

/**
 * The folder the person stands in when that is not the working folder: `npm run plumbline` moves to the folder of this
 * package first, and a relative --repo or --output would then mean something nobody sees. Null: the working folder is it.
 */
export function startFolder(variables: Readonly<Record<string, string | undefined>>): string | null {
  const { INIT_CWD: folder = '', npm_lifecycle_event: script } = variables;
  if (script !== 'plumbline' || folder === '') return null;
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? folder : null;
}
