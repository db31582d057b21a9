import { foldersAbove } from '../folders-above.js';
import { MAX_INSTRUCTION_BYTES, MAX_INSTRUCTION_FILE_BYTES } from '../limits.js';
import {
  COPILOT_FILE,
  FOLDER_FILES,
  type InstructionEntry,
  inFolder,
  type RepositoryInstructions,
} from './repository-instructions.js';

/**
 * Choose what of the base revision's instruction files is shown: per folder `AGENTS.override.md`, else `AGENTS.md`, else
 * `CLAUDE.md`, and the root's `.github/copilot-instructions.md`; at most 8 KiB each and 32 KiB together. Room goes to the
 * files nearest to the change first; the order shown is from general to near.
 */
export function chooseInstructions(
  files: ReadonlyMap<string, string>,
  changedPaths: readonly string[],
): RepositoryInstructions {
  const fromGeneralToNear = [COPILOT_FILE, ...foldersAbove(changedPaths).map((folder) => fileOf(folder, files))]
    .map((path) => ({ path, text: path === null ? '' : (files.get(path) ?? '') }))
    .filter((file): file is { path: string; text: string } => file.path !== null && file.text.trim() !== '');
  const entries: InstructionEntry[] = [];
  let roomBytes = MAX_INSTRUCTION_BYTES;
  let isAnyLeftOut = false;
  for (const { path, text } of fromGeneralToNear.toReversed()) {
    const shown = cutOnLine(text, Math.min(MAX_INSTRUCTION_FILE_BYTES, roomBytes));
    roomBytes -= Buffer.byteLength(shown, 'utf8');
    if (shown === '') isAnyLeftOut = true;
    else entries.unshift({ path, text: shown, isCut: shown !== text });
  }
  return { entries, isCut: isAnyLeftOut || entries.some(({ isCut }) => isCut) };
}

function fileOf(folder: string, files: ReadonlyMap<string, string>): string | null {
  const paths = FOLDER_FILES.map((name) => inFolder(folder, name));
  return paths.find((path) => files.has(path)) ?? null;
}

/** Whole lines only: half a rule can mean its opposite. */
function cutOnLine(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return text;
  const end = bytes.subarray(0, maxBytes + 1).lastIndexOf('\n');
  return end <= 0 ? '' : bytes.subarray(0, end).toString('utf8');
}
