import { foldersAbove } from '../folders-above.js';
import { COPILOT_FILE, FOLDER_FILES, inFolder } from './repository-instructions.js';

/** Every path at which instructions for these files may stand: the root's first, then folder by folder downwards. */
export function instructionCandidates(changedPaths: readonly string[]): string[] {
  const inFolders = foldersAbove(changedPaths).flatMap((folder) => FOLDER_FILES.map((name) => inFolder(folder, name)));
  return [COPILOT_FILE, ...inFolders];
}
