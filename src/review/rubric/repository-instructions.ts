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

/** Path of a file that lies in this folder. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
