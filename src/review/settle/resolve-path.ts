import type { ChangedFile } from '../model/changed-file.js';

/** Ways in which reviewers dress up a path: `./src/a.ts`, `/src/a.ts`, and the `a/`, `b/` of a diff header. */
const DRESSINGS = [/^\.?\/+/, /^[ab]\//];

/**
 * Build the answer to "which changed file is meant?". The exact path wins, then the old name of a moved file, then
 * the same without its dressing; null when the target holds no such file.
 */
export function createPathResolver(files: readonly ChangedFile[]): (path: string) => string | null {
  const current = new Set(files.map((file) => file.path));
  const previous = previousPaths(files);
  const lookUp = (path: string) => (current.has(path) ? path : (previous.get(path) ?? null));
  return (path) => {
    const spellings = [path, ...undress(path.trim())];
    return spellings.map(lookUp).find((found) => found !== null) ?? null;
  };
}

/** A copy's source still exists under its own name; only a rename takes the name along when both claim it. */
function previousPaths(files: readonly ChangedFile[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const status of ['copied', 'renamed'] as const) {
    for (const file of files) {
      if (file.status === status && file.previousPath !== null) known.set(file.previousPath, file.path);
    }
  }
  return known;
}

function undress(path: string): readonly string[] {
  const spellings = [path];
  for (const dressing of DRESSINGS) {
    const barest = spellings[spellings.length - 1] ?? path;
    if (dressing.test(barest)) spellings.push(barest.replace(dressing, ''));
  }
  return spellings;
}
