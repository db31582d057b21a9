import { isUtf8 } from 'node:buffer';
import type { Git } from './run-git.js';

/** Paths of one command, so that its arguments stay within what every system accepts. */
const PATHS_PER_CALL = 200;
/** Of all files of one question together: what was asked for is read to be looked at, not to be kept. */
export const MAX_TOTAL_BYTES = 16_000_000;

export type ReadFiles = {
  readonly files: ReadonlyMap<string, string>;
  /** Plain files of more bytes than wanted. Whether they are text was not looked at. */
  readonly tooLarge: readonly string[];
  readonly isPartial: boolean;
};
export type WantedFiles = { readonly paths: readonly string[]; readonly maxBytes: number };

/** Read the wanted files of a commit that exist, are plain text files and are small enough. Links are not followed. */
export async function readCommitFiles(
  git: Git,
  commit: string,
  wanted: WantedFiles,
  signal: AbortSignal,
): Promise<ReadFiles> {
  const paths = [...new Set(wanted.paths)].filter(isTreePath);
  const found: FoundFile[] = [];
  for (let at = 0; at < paths.length; at += PATHS_PER_CALL) {
    found.push(...(await findFiles(git, commit, paths.slice(at, at + PATHS_PER_CALL), signal)));
  }
  const { kept, tooLarge, isCut } = takeWithinBounds(found, wanted.maxBytes);
  const contents = await readContents(git, kept, signal);
  const files = new Map<string, string>();
  for (const { path, blob } of kept) {
    const content = contents.get(blob);
    if (content !== undefined && isText(content)) files.set(path, content.toString('utf8'));
  }
  return { files, tooLarge, isPartial: isCut || kept.some(({ blob }) => !contents.has(blob)) };
}

/** The size is not a number where a partial clone left the file out. */
type FoundFile = { readonly path: string; readonly blob: string; readonly sizeBytes: number };

/** A path that names a place inside a tree; git ends with an error for others, and none of them exists there. */
export function isTreePath(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !path.includes('\0') && !path.split('/').includes('..');
}

async function findFiles(
  git: Git,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  const asked = new Set(paths);
  const { stdout } = await git.run(['ls-tree', '-z', '-l', '--full-tree', commit, '--', ...paths], signal);
  return stdout
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, blob, size, path] = /^(\d+) \S+ (\S+) +(\S+)\t(.*)$/s.exec(line) ?? [];
      if (mode === undefined || blob === undefined || path === undefined || !asked.has(path)) return [];
      return mode === '100644' || mode === '100755' ? [{ path, blob, sizeBytes: Number(size) }] : [];
    });
}

function takeWithinBounds(found: readonly FoundFile[], maxBytes: number) {
  let totalBytes = 0;
  const large = found.filter(({ sizeBytes }) => sizeBytes > maxBytes);
  const small = found.filter(({ sizeBytes }) => sizeBytes <= maxBytes);
  const kept = small.filter(({ sizeBytes }) => {
    totalBytes += sizeBytes;
    return totalBytes <= MAX_TOTAL_BYTES;
  });
  const tooLarge = large.map(({ path }) => path);
  return { kept, tooLarge, isCut: kept.length + large.length < found.length };
}

/** `<blob> blob <size>\n<content>\n` for each, or `<blob> missing\n` where a partial clone left it out. */
async function readContents(
  git: Git,
  files: readonly FoundFile[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  if (files.length === 0) return contents;
  const input = Buffer.from([...new Set(files.map(({ blob }) => blob))].map((blob) => `${blob}\n`).join(''));
  const { stdout } = await git.run(['cat-file', '--batch'], signal, { input });
  for (let at = 0; at < stdout.length; ) {
    const lineEnd = stdout.indexOf(0x0a, at);
    const [blob = '', type, size] = stdout.toString('latin1', at, lineEnd).split(' ');
    at = lineEnd + 1;
    if (type !== 'blob') continue;
    contents.set(blob, stdout.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return contents;
}

/** Without a NUL, and UTF-8 to its end. */
export function isText(content: Buffer): boolean {
  return !content.includes(0) && isUtf8(content);
}
