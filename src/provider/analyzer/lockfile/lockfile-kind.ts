export type LockfileKind = 'npm' | 'yarn' | 'pnpm' | 'cargo' | 'poetry';

const KINDS: Readonly<Record<string, LockfileKind>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'yarn.lock': 'yarn',
  'pnpm-lock.yaml': 'pnpm',
  'cargo.lock': 'cargo',
  'poetry.lock': 'poetry',
};

/** Tell the kind of a lock file by its name; null for every other file. */
export function lockfileKind(path: string): LockfileKind | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return Object.hasOwn(KINDS, name) ? (KINDS[name] ?? null) : null;
}

export function isLockfile(path: string): boolean {
  return lockfileKind(path) !== null;
}
