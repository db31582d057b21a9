/** One instruction file of the base revision, as a reviewer is shown it: its beginning, cut between lines. */
export type InstructionEntry = { readonly path: string; readonly text: string; readonly isCut: boolean };

/** What the base revision tells reviewers, the most general first, so that what is nearer to a file has the last word. */
export type RepositoryInstructions = {
  readonly entries: readonly InstructionEntry[];
  /** Something was cut or left out for lack of room. */
  readonly isCut: boolean;
};

/** In one folder the first of these that exists is taken. */
export const FOLDER_FILES = ['AGENTS.override.md', 'AGENTS.md', 'CLAUDE.md'] as const;
export const COPILOT_FILE = '.github/copilot-instructions.md';

/** Every folder above the given files, the root (as an empty string) first, then by depth and name. */
export function foldersAbove(paths: readonly string[]): readonly string[] {
  const folders = new Set(['']);
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders].sort((left, right) => depthOf(left) - depthOf(right) || (left < right ? -1 : 1));
}

/** Path of a file that lies in this folder. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}
