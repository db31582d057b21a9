/** No repository keeps rules for its readers deeper than this. */
const MAX_FOLDER_LEVELS = 64;
/** A hostile change can name a new folder in every level of every path. */
const MAX_FOLDERS = 20_000;

/**
 * The folders above the given files, the root (as an empty string) first, then by depth and name. At most 64 levels and
 * 20,000 folders, the shallow ones first: a path is walked level by level, so that the deep end of a long one costs nothing.
 */
export function foldersAbove(paths: readonly string[]): readonly string[] {
  const folders = new Set(['']);
  let walks = paths.map((path) => ({ path, end: 0 }));
  for (let level = 0; level < MAX_FOLDER_LEVELS && walks.length > 0; level += 1) {
    walks = walks.map(({ path, end }) => ({ path, end: path.indexOf('/', end + 1) })).filter(({ end }) => end > 0);
    const found = new Set(walks.map(({ path, end }) => path.slice(0, end)));
    for (const folder of [...found].sort()) {
      if (folders.size === MAX_FOLDERS) return [...folders];
      folders.add(folder);
    }
  }
  return [...folders];
}
