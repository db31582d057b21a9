import { isUtf8 } from 'node:buffer';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_SETTINGS_BYTES } from '../review/index.js';

/** Where settings are read, below the top of the repository. */
export const SETTINGS_PATH = '.github/plumbline.yml';
/** Where others keep theirs, and people put ours by mistake. */
const STRAY_PATHS = ['.github/plumbline.yaml', '.plumbline.yml', '.plumbline.yaml', 'plumbline.yml', 'plumbline.yaml'];

export type SettingsFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** It exists, and would not be obeyed as it is. */
  | { readonly kind: 'unusable'; readonly problem: string; readonly step: string };

/** Read a settings file by the rules of the reviewer: a plain text file within bounds, no link followed. */
export async function readSettingsFile(path: string): Promise<SettingsFile> {
  try {
    const entry = await lstat(path);
    if (entry.isSymbolicLink()) return unusable('is a link, and links are not followed', 'put the text itself there');
    if (!entry.isFile()) return unusable('is no file', 'put a file there');
    if (entry.size > MAX_SETTINGS_BYTES) {
      return unusable(`has ${entry.size} bytes; at most ${MAX_SETTINGS_BYTES} are read`, 'make it shorter');
    }
    const bytes = await readFile(path);
    if (bytes.includes(0) || !isUtf8(bytes)) return unusable('is no UTF-8 text', 'save it as UTF-8');
    return { kind: 'text', text: bytes.toString('utf8') };
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    return unusable(`cannot be read (${String(code)})`, 'check its permissions');
  }
}

/** Files that look like settings and are not read. */
export async function findStraySettings(workTree: string): Promise<readonly string[]> {
  const found = await Promise.all(
    STRAY_PATHS.map((path) =>
      lstat(join(workTree, path)).then(
        () => [path],
        () => [],
      ),
    ),
  );
  return found.flat();
}

function unusable(problem: string, step: string): SettingsFile {
  return { kind: 'unusable', problem, step };
}
