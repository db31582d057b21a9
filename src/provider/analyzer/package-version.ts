import { readFileSync } from 'node:fs';

/** The version of a dependency, by the path of its `package.json`. */
export function versionIn(manifest: string): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return String(version);
}
