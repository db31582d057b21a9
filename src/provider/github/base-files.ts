import { type Log, PlumblineError } from '../../review/index.js';
import type { ManyFilesParts } from './ask-for-files.js';
import type { BaseTree, ReadBaseTree } from './base-tree.js';
import { readContent } from './read-content.js';
import type { ReadFromGithub } from './read-from-github.js';
import { FILES_PER_QUERY } from './read-many-files.js';
import { readWantedFiles, type WantedFiles } from './wanted-files.js';

/** Instruction and attribute files are few; a repository with more of them gets the first ones, and is told so. */
const MAX_BASE_FILES = 24;
/** Without a whole tree only the places that matter most are tried, each at the cost of a request. */
const MAX_GUESSED_FILES = 8;

type ReadFiles = { readonly files: ReadonlyMap<string, string>; readonly isPartial: boolean };

/** Read the wanted files of the base commit that exist, are plain text files and are small enough. */
export async function readBaseFiles(
  parts: ManyFilesParts & { readonly readBaseTree: ReadBaseTree },
  wanted: WantedFiles,
  signal: AbortSignal,
): Promise<ReadFiles> {
  // Few places are cheaper asked for together than looked up in the whole tree.
  const together = wanted.paths.length > FILES_PER_QUERY ? null : await readWantedFiles(parts, wanted, signal);
  if (together === null || together.isPartial) return readOneByOne(parts, wanted, signal);
  return { files: together.files, isPartial: false };
}

async function readOneByOne(
  parts: { readonly readFromGithub: ReadFromGithub; readonly readBaseTree: ReadBaseTree; readonly log: Log },
  wanted: WantedFiles,
  signal: AbortSignal,
): Promise<ReadFiles> {
  const tree = await parts.readBaseTree(wanted.commitSha, signal);
  const chosen = tree.isWhole ? existingFiles(tree, wanted) : guessedFiles(tree, wanted);
  const files = new Map<string, string>();
  let isPartial = chosen.isPartial;
  for (const path of chosen.paths) {
    const place = { path, ref: wanted.commitSha, maxBytes: wanted.maxBytes, isListed: tree.entries.has(path) };
    const text = await readText(parts, place, signal);
    if (text === 'unreadable') isPartial = true;
    else if (text !== null) files.set(path, text.text);
  }
  return { files, isPartial };
}

type Chosen = { readonly paths: readonly string[]; readonly isPartial: boolean };
function existingFiles(tree: BaseTree, wanted: WantedFiles): Chosen {
  const existing = wanted.paths.filter((path) => isReadableFile(tree, path, wanted.maxBytes));
  return { paths: existing.slice(0, MAX_BASE_FILES), isPartial: existing.length > MAX_BASE_FILES };
}

/** What a cut tree does list is certain; of the rest the root and `.github/` are asked for. */
function guessedFiles(tree: BaseTree, wanted: WantedFiles): Chosen {
  const listed = wanted.paths.filter((path) => isReadableFile(tree, path, wanted.maxBytes));
  const guessed = wanted.paths
    .filter((path) => !tree.entries.has(path))
    .filter((path) => !path.includes('/') || path.startsWith('.github/'))
    .slice(0, MAX_GUESSED_FILES);
  return { paths: [...listed, ...guessed].slice(0, MAX_BASE_FILES), isPartial: true };
}

/** A link could point anywhere and a submodule has no text of its own. */
function isReadableFile(tree: BaseTree, path: string, maxBytes: number): boolean {
  const entry = tree.entries.get(path);
  if (entry === undefined || entry.type !== 'blob' || entry.mode === '120000') return false;
  return (entry.size ?? 0) <= maxBytes;
}

async function readText(
  parts: { readonly readFromGithub: ReadFromGithub; readonly log: Log },
  wanted: { readonly path: string; readonly ref: string; readonly maxBytes: number; readonly isListed: boolean },
  signal: AbortSignal,
): Promise<{ readonly text: string } | 'unreadable' | null> {
  try {
    const content = await readContent(parts.readFromGithub, wanted, signal);
    if (content.kind === 'text') return { text: content.text };
    // The tree has it, so that nothing is there can only mean that it must not be seen, or not now.
    return content.kind === 'absent' && wanted.isListed ? 'unreadable' : null;
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    parts.log.warn({ code: error.code }, 'base-file-unreadable');
    return 'unreadable';
  }
}
