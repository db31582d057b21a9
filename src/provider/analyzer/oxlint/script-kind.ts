/** Endings oxlint reads a file by; `.d.ts` is read unlike `.ts`. Longer ones first. */
const ENDINGS = ['.d.ts', '.d.mts', '.d.cts', '.tsx', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.ts', '.js'] as const;

export function isScript(path: string): boolean {
  return scriptEnding(path) !== null;
}

/** The part of a name that says which language it is. Nothing else of a path of the change reaches the disk. */
export function scriptEnding(path: string): string | null {
  const name = path.toLowerCase();
  return ENDINGS.find((ending) => name.endsWith(ending)) ?? null;
}
